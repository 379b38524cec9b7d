#include "core/opencl/factory.h"
