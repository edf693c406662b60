from conan import ConanFile
from conan.tools.files import copy, get


class Gpuloupe(ConanFile):
    name = "gpuloupe"
    version = "@VERSION@"
    license = "MIT-0 OR MIT OR Unlicense"
    homepage = "@URL@"
    description = "Single-header C libraries for GPU use, NVIDIA application profiles, Nsight Compute reports and sections"
    topics = ("gpu", "profiling", "header-only")
    package_type = "header-library"
    no_copy_source = True

    def source(self):
        get(self, "@URL@/gpuloupe-@VERSION@-source.tar.gz", sha256="@SHA256@", strip_root=True)

    def package_id(self):
        self.info.clear()

    def package(self):
        copy(self, "LICENSE", self.source_folder, self.package_folder + "/licenses")
        for header in ("drmfdinfo.h", "nvprofile.h", "ncurep.h", "nvsection.h", "cubin.h"):
            copy(self, header, self.source_folder, self.package_folder + "/include")

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
