set(VCPKG_BUILD_TYPE release) # headers only
vcpkg_download_distfile(ARCHIVE
    URLS "@URL@/gpuloupe-@VERSION@-source.tar.gz"
    FILENAME "gpuloupe-@VERSION@-source.tar.gz"
    SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME gpuloupe CONFIG_PATH lib/cmake/gpuloupe)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
