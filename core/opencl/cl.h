#pragma once

// The C++ bindings with exceptions, OpenCL 1.2. Included by files of core/opencl and its tests
// only.
#include <CL/opencl.hpp>
