# nix-build -E 'with import <nixpkgs> {}; callPackage ./default.nix {}'
{ lib, stdenv, fetchurl, pkg-config, zstd }:

stdenv.mkDerivation {
  pname = "gpuloupe";
  version = "@VERSION@";

  src = fetchurl {
    url = "@URL@/gpuloupe-@VERSION@-source.tar.gz";
    sha256 = "@SHA256@";
  };

  nativeBuildInputs = [ pkg-config ];
  buildInputs = [ zstd ];
  enableParallelBuilding = true;
  makeFlags = [ "PREFIX=${placeholder "out"}" "MAN=${placeholder "out"}/share/man/man1" ];

  meta = {
    description = "Single-header C libraries and tools for GPU use, profiles and reports";
    homepage = "@URL@";
    license = with lib.licenses; [ mit0 unlicense ];
    platforms = lib.platforms.linux;
  };
}
