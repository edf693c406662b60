import os

from conan import ConanFile


class Test(ConanFile):
    settings = "os", "arch", "compiler", "build_type"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def test(self):
        include = self.dependencies["gpuloupe"].cpp_info.includedirs[0]
        source = os.path.join(self.source_folder, "use.c")
        self.run(f'cc -I"{include}" -o use "{source}" && ./use')
