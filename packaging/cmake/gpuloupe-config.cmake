# Targets of the headers that make install has put beside this folder: gpuloupe::ncurep and so on, which add the include folder.
get_filename_component(gpuloupe_include "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
foreach(name drmfdinfo nvprofile ncurep nvsection cubin)
    if(NOT TARGET gpuloupe::${name})
        add_library(gpuloupe::${name} INTERFACE IMPORTED)
        set_target_properties(gpuloupe::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${gpuloupe_include}")
    endif()
endforeach()
unset(gpuloupe_include)
