#include "core/opencl/device_error.h"

#include <array>

namespace ringscope::opencl {

namespace {

struct StatusName {
    cl_int status;
    const char* name;
};

#define STATUS(name) \
    StatusName { name, #name }
constexpr std::array statuses = {
    STATUS(CL_DEVICE_NOT_FOUND),
    STATUS(CL_DEVICE_NOT_AVAILABLE),
    STATUS(CL_COMPILER_NOT_AVAILABLE),
    STATUS(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    STATUS(CL_OUT_OF_RESOURCES),
    STATUS(CL_OUT_OF_HOST_MEMORY),
    STATUS(CL_MEM_COPY_OVERLAP),
    STATUS(CL_BUILD_PROGRAM_FAILURE),
    STATUS(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    STATUS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    STATUS(CL_DEVICE_PARTITION_FAILED),
    STATUS(CL_INVALID_VALUE),
    STATUS(CL_INVALID_PLATFORM),
    STATUS(CL_INVALID_DEVICE),
    STATUS(CL_INVALID_CONTEXT),
    STATUS(CL_INVALID_COMMAND_QUEUE),
    STATUS(CL_INVALID_MEM_OBJECT),
    STATUS(CL_INVALID_BINARY),
    STATUS(CL_INVALID_BUILD_OPTIONS),
    STATUS(CL_INVALID_PROGRAM),
    STATUS(CL_INVALID_PROGRAM_EXECUTABLE),
    STATUS(CL_INVALID_KERNEL_NAME),
    STATUS(CL_INVALID_KERNEL),
    STATUS(CL_INVALID_ARG_INDEX),
    STATUS(CL_INVALID_ARG_VALUE),
    STATUS(CL_INVALID_ARG_SIZE),
    STATUS(CL_INVALID_KERNEL_ARGS),
    STATUS(CL_INVALID_WORK_DIMENSION),
    STATUS(CL_INVALID_WORK_GROUP_SIZE),
    STATUS(CL_INVALID_WORK_ITEM_SIZE),
    STATUS(CL_INVALID_GLOBAL_OFFSET),
    STATUS(CL_INVALID_EVENT_WAIT_LIST),
    STATUS(CL_INVALID_EVENT),
    STATUS(CL_INVALID_OPERATION),
    STATUS(CL_INVALID_BUFFER_SIZE),
    STATUS(CL_INVALID_GLOBAL_WORK_SIZE),
    STATUS(CL_INVALID_DEVICE_PARTITION_COUNT),
};
#undef STATUS

std::string build_log(const cl::Error& error) {
    std::string text;
    if (const auto* build = dynamic_cast<const cl::BuildError*>(&error))
        for (const auto& [device, log] : build->getBuildLog()) text += log;
    return text;
}

std::string hint_for(cl_int status) {
    switch (status) {
        case CL_MEM_OBJECT_ALLOCATION_FAILURE:
        case CL_OUT_OF_RESOURCES:
        case CL_OUT_OF_HOST_MEMORY:
            return "Use a smaller model or batch, or fewer ranks on this device";
        case CL_BUILD_PROGRAM_FAILURE: return "The build log is in the details";
        default: return "";
    }
}

}  // namespace

std::string to_text(const Operation& operation) {
    std::string text = operation.what;
    if (operation.rank >= 0) text += ", rank " + std::to_string(operation.rank);
    if (operation.step >= 0) text += ", step " + std::to_string(operation.step);
    return text;
}

std::string status_name(cl_int status) {
    for (const StatusName& entry : statuses)
        if (entry.status == status) return entry.name;
    return "status " + std::to_string(status);
}

Error device_error(const Operation& operation, const cl::Error& error) {
    return {ErrorCode::device_failed, to_text(operation),
            std::string(error.what()) + " failed with " + status_name(error.err()) + " (" +
                std::to_string(error.err()) + ")",
            hint_for(error.err()), build_log(error)};
}

}  // namespace ringscope::opencl
