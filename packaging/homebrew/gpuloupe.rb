class Gpuloupe < Formula
  desc "Single-header C libraries and tools for GPU use, profiles and reports"
  homepage "@URL@"
  url "@URL@/gpuloupe-@VERSION@-source.tar.gz"
  sha256 "@SHA256@"
  license any_of: ["MIT-0", "MIT", "Unlicense"]

  depends_on "pkgconf" => :build
  depends_on "zstd"

  def install
    system "make", "install", "PREFIX=#{prefix}", "MAN=#{man1}"
  end

  test do
    (testpath/"use.c").write <<~C
      #define NCUREP_IMPLEMENTATION
      #include <ncurep.h>
      int main(void) { return ncurep_code_name(NCUREP_OK)[0] != 'o'; }
    C
    system ENV.cc, "-I#{include}", "use.c", "-o", "use"
    system "./use"
    assert_match version.to_s, shell_output("#{bin}/ncurep --version")
  end
end
