/* Text of machine instructions: made-up encodings, one for each way of printing; unknown bits; hostile bytes. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "run.h"

static cubin_instruction out;
static char text[CUBIN_TEXT_ROOM];

/* The text of an encoding of two words, the high one first. */
static const char *wide(uint32_t arch, uint64_t high, uint64_t low, uint64_t address)
{
    unsigned char bytes[16];
    cubin_error error;
    int i;
    for (i = 0; i < 8; i++) {
        bytes[i] = (unsigned char)(low >> 8 * i);
        bytes[8 + i] = (unsigned char)(high >> 8 * i);
    }
    CHECK_U64(CUBIN_OK, cubin_disassemble(arch, bytes, sizeof bytes, address, &out, text, sizeof text, &error));
    CHECK_U64(CUBIN_OK, error.code);
    CHECK_U64(strlen(text), out.length);
    return text;
}

static const char *narrow(uint32_t arch, uint64_t low, uint64_t address)
{
    unsigned char bytes[8];
    int i;
    for (i = 0; i < 8; i++) bytes[i] = (unsigned char)(low >> 8 * i);
    CHECK_U64(CUBIN_OK, cubin_disassemble(arch, bytes, sizeof bytes, address, &out, text, sizeof text, NULL));
    CHECK_U64(strlen(text), out.length);
    return text;
}

static void registers_and_guards(void)
{
    CHECK_STR("MOV R17, R3", wide(80, 0xf00, 0x0000000300117202, 0));
    CHECK_STR("@P2 MOV R17, RZ", wide(80, 0xf00, 0x000000ff00112202, 0));
    CHECK_STR("@!P0 MOV RZ, R3", wide(80, 0xf00, 0x0000000300ff8202, 0));
    CHECK_STR("@!PT MOV R1, R3", wide(80, 0xf00, 0x000000030001f202, 0));
    CHECK_STR("MOV R1, R3, 0x5", wide(80, 0x500, 0x0000000300017202, 0));
    CHECK_STR("MOV R1, 0xdeadbeef", wide(80, 0xf00, 0xdeadbeef00017802, 0));
    CHECK_STR("MOV R1, c[0x3][0x104]", wide(80, 0xf00, 0x00c0410000017a02, 0));
    CHECK_STR("MOV R1, UR62", wide(80, 0x8000f00, 0x0000003e00017c02, 0));
    CHECK_STR("MOV R1, URZ", wide(80, 0x8000f00, 0x0000003f00017c02, 0));
    CHECK_STR("MOV R1, UR63", wide(100, 0x8000f00, 0x0000003f00017c02, 0));
    CHECK_STR("MOV R1, URZ", wide(100, 0x8000f00, 0x000000ff00017c02, 0));
    CHECK_STR("@UP1 UMOV UR4, 0x10", wide(80, 0x8000000, 0x0000001000041882, 0));
}

static void signs_and_reuse(void)
{
    CHECK_STR("IADD3 R1, -R2.reuse, 0x7, R9", wide(75, 0x0400000007ffe109, 0x0000000702017810, 0));
    CHECK_STR("FFMA R4, R5, -R6.reuse, |R7|", wide(86, 0x0800000000000407, 0x8000000605047223, 0));
    CHECK_STR("FFMA R4, R5, R7.reuse, 0.5", wide(86, 0x0800000000000007, 0x3f00000005047423, 0));
    CHECK_STR("IADD3.X R1, ~R2, -0x1, R9, P3, !PT", wide(80, 0x1ffe509, 0xffffffff02017810, 0));
    CHECK_STR("HFMA2 R4, |R5|.H0_H0, -R6.H1_H1, R7", wide(80, 0xa07, 0xb000000605047231, 0));
}

/* IMAD is shown as what it is used for: a shift where it multiplies by a power of two above 1. */
static void disguises(void)
{
    CHECK_STR("IMAD.SHL.U32 R4, R5, 0x8, RZ", wide(80, 0xe00ff, 0x0000000805047824, 0));
    CHECK_STR("IMAD.SHL R4, R5, 0x40000000, RZ", wide(80, 0xe02ff, 0x4000000005047824, 0));
    CHECK_STR("IMAD R4, R5, 0x9, RZ", wide(80, 0xe02ff, 0x0000000905047824, 0));
    CHECK_STR("IMAD R4, R5, -0x80000000, RZ", wide(80, 0xe02ff, 0x8000000005047824, 0));
    CHECK_STR("IMAD R4, R5, -0x7fffffff, RZ", wide(80, 0xe02ff, 0x8000000105047824, 0));
    CHECK_STR("IMAD R4, R5, 0x10000, RZ", wide(80, 0xe02ff, 0x0001000005047824, 0));
    CHECK_STR("IMAD R4, R5, 0x8, R6", wide(80, 0xe0206, 0x0000000805047824, 0));
}

/* Instructions of 8 bytes: sources in the reuse cache, taken from the control word, and addresses without a
   register. */
static void narrow_operands(void)
{
    static const struct {
        uint64_t control;
        const char *text;
    } cases[] = {{0, "FFMA R1, R2, R3, R4"}, {1u << 17, "FFMA R1, R2.reuse, R3, R4"}, {2u << 17, "FFMA R1, R2, R3.reuse, R4"},
                 {4u << 17, "FFMA R1, R2, R3, R4.reuse"}, {7u << 17, "FFMA R1, R2.reuse, R3.reuse, R4.reuse"}};
    unsigned char bytes[16];
    size_t i;
    int k;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (k = 0; k < 8; k++) {
            bytes[k] = (unsigned char)(UINT64_C(0x5980020000370201) >> 8 * k);
            bytes[8 + k] = (unsigned char)(cases[i].control >> 8 * k);
        }
        CHECK_U64(CUBIN_OK, cubin_disassemble(50, bytes, 16, 0, &out, text, sizeof text, NULL));
        CHECK_STR(cases[i].text, text);
        CHECK_U64(cases[i].control >> 17, out.reuse);
    }
    CHECK_STR("R2P PR, R5, 0x7f", narrow(50, UINT64_C(0x38f0000007f70500), 0));
    CHECK_STR("R2P PR, R5", narrow(50, UINT64_C(0x38f0000ffff70500), 0));
    CHECK_STR("LDG.E R1, [R2+0x8]", narrow(50, UINT64_C(0xeed4200000870201), 0));
    CHECK_STR("LDG.E R1, [0x8]", narrow(50, UINT64_C(0xeed420000087ff01), 0));
    CHECK_STR("LDG.E R1, [RZ]", narrow(50, UINT64_C(0xeed420000007ff01), 0));
    CHECK_STR("LDG.E R1, [R2+-0x8]", narrow(50, UINT64_C(0xeed42fffff870201), 0));
    CHECK_STR("HADD2 R1, R2.H0_H0, 1.5, -2", narrow(60, UINT64_C(0x7a01003e30070201), 0));
    CHECK_STR("HFMA2 R1, R2, -1, 1, R3", narrow(60, UINT64_C(0x710001bc0f070201), 0));
    CHECK_STR("HMUL2 R1, R2, c[0x2][0x4]", narrow(60, UINT64_C(0x7880000800170201), 0));
}

/* Video instructions name their types unless all are S32; what no source confirms is unknown. */
static void video(void)
{
    CHECK_STR("VMNMX.MX.MIN R1, R2, -0x8, R3", narrow(61, UINT64_C(0x3b6b01efff870201), 0));
    CHECK_STR("VMNMX.UD.U32.U16.MIN R1, R2, 0xfff8, R3", narrow(61, UINT64_C(0x3a2801efff870201), 0));
    CHECK_STR("VADD.U8.U16.ACC R1, R2.B1, R3, R4", narrow(61, UINT64_C(0x2064021040370201), 0));
    CHECK_U64(0, out.unknown);
    CHECK_STR("VADD.U16.U16.ACC R1, R2?0x5, R3, R4", narrow(61, UINT64_C(0x2064025040370201), 0));
    CHECK_U64(1, out.unknown);
    CHECK_STR("VABSDIFF4.U8.U8 R1, R2, R3, R4", narrow(61, UINT64_C(0x5018023440370201), 0));
    CHECK_U64(0, out.unknown);
}

/* Textures of sm_50 to sm_62: the reuse bits are the phase, RZ is left out. */
static void narrow_textures(void)
{
    CHECK_STR("TEX.LL.DC.T R4, R8, R9, 0x50, CUBE, 0xf", wide(61, 1u << 17, UINT64_C(0xc1bc0507e0970804), 0));
    CHECK_STR("TEX.B.P R4, R8, 0x0, ARRAY_2D, 0x3", wide(61, 2u << 17, UINT64_C(0xdeb80001bff70804), 0));
    CHECK_STR("TEXS.LZ RZ, R4, R8, R9, 0x50, 1D, RG", wide(61, 0, UINT64_C(0xd810050ff0970804), 0));
    CHECK_STR("TLDS.LZ R6, R4, R8, R9, 0x50, 2D, RGBA", wide(61, 0, UINT64_C(0xda50050060970804), 0));
}

static void numbers(void)
{
    CHECK_STR("FADD R1, R2, 1", wide(80, 0, 0x3f80000002017421, 0));
    CHECK_STR("FADD R1, R2, -0.10000000149011611938", wide(80, 0, 0xbdcccccd02017421, 0));
    CHECK_STR("FADD R1, R2, +INF", wide(80, 0, 0x7f80000002017421, 0));
    CHECK_STR("FADD R1, R2, -QNAN", wide(80, 0, 0xffc0000002017421, 0));
    CHECK_STR("FADD R1, R2, +SNAN", wide(80, 0, 0x7f80000102017421, 0));
    CHECK_STR("FADD R1, R2, -0", wide(80, 0, 0x8000000002017421, 0));
    CHECK_STR("FADD R1, R2, 1.4012984643248170709e-45", wide(80, 0, 0x0000000102017421, 0));
    CHECK_STR("FADD R1, R2, 3.40282346638528859812e+38", wide(80, 0, 0x7f7fffff02017421, 0));
    CHECK_STR("FADD R1, R2, 2147483520", wide(80, 0, 0x4effffff02017421, 0));
    CHECK_STR("FADD R1, R2, 2.14748364800000000000e+09", wide(80, 0, 0x4f00000002017421, 0));
    CHECK_STR("FADD R1, R2, 0.00011999999696854501963", wide(80, 0, 0x38fba88202017421, 0));
    CHECK_STR("FADD R1, R2, 9.3132257461547851562e-10", wide(80, 0, 0x3080000002017421, 0)); /* ties go to even */
    CHECK_STR("FADD R1, R2, 1.1175870895385742188e-08", wide(80, 0, 0x3240000002017421, 0));
    CHECK_STR("DADD R2, R2, 0", wide(80, 0, 0x0000000002027429, 0));
    CHECK_STR("DADD R2, R2, 2.1219957909652723151e-314", wide(80, 0, 0x0000000102027429, 0));
    CHECK_STR("DADD R2, R2, -1.5", wide(80, 0, 0xbff8000002027429, 0));
    CHECK_STR("HADD2 R1, R2, 1, -2", wide(80, 0, 0x3c00c00002017430, 0));
}

static void targets(void)
{
    CHECK_STR("BRA 0x110", wide(80, 0x3800000, 0x000000f000007947, 0x10));
    CHECK(out.has_target);
    CHECK_U64(0x110, out.target);
    CHECK_STR("BRA 0x10", wide(80, 0x383ffff, 0xfffffff000007947, 0x10));
    CHECK_STR("BRA 0x120", wide(90, 0x3800000, 0x0000000000407947, 0x10));
    CHECK_STR("BRA 0x10", wide(90, 0x383ffff, 0xfffffffc00fc7947, 0x10));
    /* What follows the 30 bits of a BSSY's target belongs to its name, and what belongs to nothing is shown. */
    CHECK_STR("BSSY.RECONVERGENT B1, 0x14f0", wide(120, 0x3800200, 0x000005c000017945, 0xf20));
    CHECK_U64(0x14f0, out.target);
    CHECK_STR("BSSY.RELIABLE B0, 0x180", wide(100, 0x3800100, 0x000000b000007945, 0xc0));
    CHECK_U64(0, out.unknown);
    CHECK_STR("BSSY B0, 0x60", wide(80, 0x3800000, 0xffffffc000007945, 0x90));
    CHECK_STR("BSSY B0, 0x180 ?0x1:0x0", wide(100, 0x3800001, 0x000000b000007945, 0xc0));
    CHECK_STR("EXIT", wide(90, 0x3800000, 0x000000000000794d, 0x10));
    CHECK(!out.has_target);
}

static void addresses(void)
{
    CHECK_STR("LDG.E R4, [R2.64+0x10]", wide(80, 0xc1e1900, 0x0000100402047981, 0));
    CHECK_STR("LDG.E R4, desc[UR4][R2.64+-0x10]", wide(90, 0xc1e1900, 0xfffff00402047981, 0));
    CHECK_STR("STG.E.128 desc[UR6][R2.64], R8", wide(90, 0xc101d06, 0x0000000802007986, 0));
    CHECK_STR("LDS R4, [0x20]", wide(80, 0x800, 0x00002000ff047984, 0));
    CHECK_STR("LDS R4, [RZ]", wide(80, 0x800, 0x00000000ff047984, 0));
    CHECK_STR("LDS.64 R4, [R9.X8+0x20]", wide(80, 0x8a00, 0x0000200009047984, 0));
    CHECK_STR("LDS R4, [R9+UR5+0x20]", wide(80, 0x8000800, 0x0000200509047984, 0));
}

static void schedule(void)
{
    /* reuse 5, wait mask 0x21, read barrier 2, write barrier 7, yield 1, stall 11 */
    const uint64_t control = UINT64_C(5) << 17 | UINT64_C(0x21) << 11 | 2u << 8 | 7u << 5 | 1u << 4 | 11u;
    (void)wide(80, control << 41 | 0xf00, 0x0000000300117202, 0);
    CHECK_U64(11, out.stall);
    CHECK_U64(1, out.yield);
    CHECK_U64(7, out.write_barrier);
    CHECK_U64(2, out.read_barrier);
    CHECK_U64(0x21, out.wait_mask);
    CHECK_U64(5, out.reuse);
}

/* "R2 R3" for a set. */
static const char *set(const uint64_t *registers)
{
    static char list[2000];
    int r, n = 0;
    list[0] = '\0';
    for (r = 0; r < 256; r++)
        if ((registers[r / 64] >> r % 64 & 1) != 0) n += sprintf(list + n, "%sR%d", n > 0 ? " " : "", r);
    return list;
}

#define SETS(reads, writes) \
    do { \
        CHECK(out.has_registers); \
        CHECK_STR(reads, set(out.read)); \
        CHECK_STR(writes, set(out.written)); \
    } while (0)

/* Which registers an instruction reads and writes: its operands as wide as it says. */
static void registers(void)
{
    (void)wide(80, 0, 0x0000000605047223, 0); /* FFMA R4, R5, R6, R0 */
    SETS("R0 R5 R6", "R4");
    (void)wide(80, 0xff, 0x00000006ff047223, 0); /* RZ is none */
    SETS("R6", "R4");
    (void)wide(80, 0x1e0900, 0x0000000002047981, 0); /* LDG.E R4, [R2], a 64-bit address */
    SETS("R2 R3", "R4");
    (void)wide(80, 0x1e0d00, 0x0000000002047981, 0);
    SETS("R2 R3", "R4 R5 R6 R7");
    (void)wide(80, 0x100d00, 0x0000001002007986, 0); /* STG.E.128 */
    SETS("R2 R3 R16 R17 R18 R19", "");
    (void)wide(80, 0x6, 0x000000040204722b, 0); /* DFMA */
    SETS("R2 R3 R4 R5 R6 R7", "R4 R5");
    (void)wide(80, 0x1806, 0x000000040804723c, 0); /* HMMA.16816.F32 R4, R8, R4, R6 */
    SETS("R4 R5 R6 R7 R8 R9 R10 R11", "R4 R5 R6 R7");
    (void)wide(80, 0xe02fe, 0x00000005fe047225, 0); /* IMAD.WIDE: nothing after R254 */
    SETS("R5 R254", "R4 R5");
    (void)wide(80, 0xe0206, 0x0000000302047225, 0); /* IMAD.WIDE R4, R2, R3, R6: only the sum is of pairs */
    SETS("R2 R3 R6 R7", "R4 R5");
    CHECK_STR("LDGSTS.E.BYPASS.128 [R6], [R2.64]", wide(80, 0xb981844, 0x0000000002067fae, 0));
    SETS("R2 R3 R6", ""); /* an address of shared memory and one of global */
    (void)wide(100, 0xb9818ff, 0x0000000002067fae, 0); /* two bits say that a register is of 64 bits: one pair all the same */
    SETS("R2 R3 R6", "");
    CHECK_STR("MOV.64 R10, 0x3ff0000000000000", wide(120, 0x3ff000, 0x00000000000a7402, 0));
    SETS("", "R10 R11");
    (void)wide(80, 1, 0x0000000000007918, 0); /* NOP with a bit that no row explains */
    CHECK(!out.has_registers);
    (void)wide(80, 0, 0x0000000002047f60, 0); /* TEX with a bit that no row explains */
    CHECK(!out.has_registers);
    (void)wide(80, 0, 0x0000000000007fff, 0);
    CHECK(!out.has_registers);
    (void)wide(80, 0x3f05270, 0x000000030200020c, 0);
    CHECK_U64(1, out.predicates); /* P0; the other is PT */
    CHECK_U64(0, out.guard);
    (void)wide(80, 0, 0x0000007f02008804, 0); /* @!P0 R2P */
    CHECK_U64(127, out.predicates);
    CHECK_U64(8, out.guard);
    (void)narrow(61, UINT64_C(0xeed5200000070204), 0); /* LDG.E.64 R4, [R2] */
    SETS("R2 R3", "R4 R5");
    (void)narrow(61, UINT64_C(0xeede200000070204), 0); /* STG.E.128 [R2], R4 */
    SETS("R2 R3 R4 R5 R6 R7", "");
    (void)narrow(61, UINT64_C(0x5ca8000000470e02), 0); /* F2F.F32.F64 R2, R4 */
    SETS("R4 R5", "R2");
    (void)narrow(61, UINT64_C(0x5c70000000670402), 0); /* DADD R2, R4, R6 */
    SETS("R4 R5 R6 R7", "R2 R3");
    CHECK_U64(7, out.guard);
}

/* Textures and surfaces: published encodings, registers as Mesa's NAK puts them together. */
static void textures(void)
{
    CHECK_STR("TEX.LL R28, R30, R8, R4, 0x0, 0x58, ARRAY_CUBE", wide(86, 0x19e0f1c, 0xe0005804081e7b60, 0));
    SETS("R4 R8 R9 R10 R11", "R28 R29 R30 R31");
    CHECK_STR("TEX.B.AOFFI.NDV R36, R20, R20, R12, 3D", wide(86, 0x1e3f24, 0x4800000c14147361, 0));
    SETS("R12 R13 R20 R21 R22", "R20 R21 R36 R37");
    CHECK_STR("TEX.B.LL R70, R102, R48, R70, ARRAY_2D, 0x7", wide(86, 0x19e0746, 0xa800004630667361, 0));
    SETS("R48 R49 R50 R70 R71", "R70 R102 R103");
    CHECK_STR("TEX.LL.DC RZ, R48, R32, R48, 0x0, 0x58, 1D, 0x4", wide(86, 0x19e44ff, 0x0000583020307b60, 0));
    SETS("R32 R48 R49", "R48");
    CHECK_STR("TLD4.G.B.AOFFI R8, R40, R56, R8, 2D", wide(86, 0x9e1f08, 0x2800000838287364, 0));
    SETS("R8 R9 R56 R57", "R8 R9 R40 R41");
    CHECK_STR("TLD.B.LZ.AOFFI R60, R62, R12, R30, 3D", wide(86, 0x9e1f3c, 0x4800001e0c3e7367, 0));
    SETS("R12 R13 R14 R30 R31", "R60 R61 R62 R63");
    CHECK_STR("TXD R44, R42, R40, R20, 0x0, 0x58, ARRAY_2D", wide(86, 0x1e0f2c, 0xa0005814282a7b6c, 0));
    SETS("R20 R21 R22 R23 R40 R41 R42", "R42 R43 R44 R45");
    CHECK_STR("TXD.B R22, R54, R52, R20, 2D", wide(86, 0x1e0f16, 0x280000143436736d, 0));
    SETS("R20 R21 R22 R23 R52 R53 R54", "R22 R23 R54 R55");
    CHECK_STR("TXD.AOFFI R22, R56, R56, R20, 0x0, 0x58, 2D", wide(86, 0x1e1f16, 0x2000581438387b6c, 0));
    SETS("R20 R21 R22 R23 R56 R57 R58", "R22 R23 R56 R57");
    CHECK_STR("TXQ RZ, R16, R16, TEX_HEADER_DIMENSION, 0x0, 0x58, 0x1", wide(86, 0x1ff, 0x0000580010107b6f, 0));
    SETS("R16", "R16");
    CHECK_STR("TXQ.B RZ, R33, R12, TEX_HEADER_DIMENSION, 0x2", wide(86, 0x2ff, 0x080000000c217370, 0));
    SETS("R12 R13", "R33");
    CHECK_STR("TEX.SCR.LL R6, R4, R6, R4, 0x0, 0x58, 3D", wide(86, 0x19e0f06, 0x5000580406047b60, 0));
    SETS("R4 R5 R6 R7", "R4 R5 R6 R7");
    CHECK_STR("TEX.SCR.B.LL R8, R38, R38, R8, 2D", wide(70, 0x19e0f08, 0x3800000826267361, 0));
    SETS("R8 R9 R38 R39", "R8 R9 R38 R39");
    CHECK_STR("TLD4.SCR.R.AOFFI R4, R48, R70, R13, 0x0, 0x58, 2D", wide(70, 0x1e1f04, 0x3000580d46307b63, 0));
    SETS("R13 R70 R71", "R4 R5 R48 R49");
    CHECK_STR("TLD.SCR.B.LZ R10, R4, R6, R11, 1D", wide(70, 0x9e0f0a, 0x1800000b06047367, 0));
    SETS("R6 R11", "R4 R5 R10 R11");
    CHECK_STR("TLD.SCR.LZ R12, R148, R12, 0x0, 0x76, 1D", wide(70, 0x9e0f0c, 0x100076ff0c947b66, 0));
    SETS("R12", "R12 R13 R148 R149");
    CHECK_STR("TLD.SCR.B.LZ R34, R10, R34, R10, ARRAY_1D", wide(70, 0x9e0f22, 0x9800000a220a7367, 0));
    SETS("R10 R34 R35", "R10 R11 R34 R35");
    CHECK_STR("TEX.SCR.LL RZ, R20, R14, R21, 0x0, 0x5c, 2D, 0x1", wide(70, 0x19e01ff, 0x30005c150e147b60, 0));
    SETS("R14 R15 R21", "R20");
    CHECK_STR("TLD.SCR.LZ R6, R4, R4, R62, 0x0, 0x5a, ARRAY_2D", wide(86, 0x9e0f06, 0xb0005a3e04047b66, 0));
    CHECK(!out.has_registers); /* of an array of two dimensions: nothing shows where its index is */
    CHECK_STR("TEX.SCR.LL.DC R8, R10, R2, R34, 0x0, 0x5c, 3D", wide(86, 0x19e4f08, 0x50005c22020a7b60, 0));
    CHECK(!out.has_registers); /* more than two pairs hold */
}

/* The form of F2FP that scales has no published text: the registers are right, what chooses the scale is marked. */
static void scaled(void)
{
    CHECK_STR("F2FP.BF16.E2M1.UNPACK_B R4, R16, ?0x4, R115", wide(103, 0x182fe40002041273, 0x000000100404763e, 0));
    SETS("R16 R115", "R4");
    CHECK_U64(1, out.unknown);
    CHECK_STR("F2FP.BF16.E2M1.UNPACK_B.?0x1 R11, R17.H1, ?0x2, R99", wide(103, 0x100fe40003041363, 0x00000011020b763e, 0));
    SETS("R17 R99", "R11");
    CHECK_U64(2, out.unknown);
}

/* Those of sm_50 to sm_62: published encodings, registers as Mesa's nv50_ir puts them together. */
static void narrow_registers(void)
{
    CHECK_STR("TEX.LL.DC.T R16, R8, R62, 0x50, CUBE, 0xf", wide(61, 1u << 17, UINT64_C(0xc1bc0507e3e70810), 0));
    SETS("R8 R9 R10 R62 R63", "R16 R17 R18 R19");
    CHECK_STR("TEX.T R56, R56, 0x50, ARRAY_CUBE, 0xf", wide(61, 1u << 17, UINT64_C(0xc0380507fff73838), 0));
    SETS("R56 R57 R58 R59", "R56 R57 R58 R59");
    CHECK_STR("TEX.B.LL.DC.T R4, R44, R4, 0x0, 2D, 0xf", wide(61, 1u << 17, UINT64_C(0xdebc0067a0472c04), 0));
    SETS("R4 R5 R6 R44 R45", "R4 R5 R6 R7");
    CHECK_STR("TEX.B.AOFFI.T R8, R4, R66, 0x0, 3D, 0xf", wide(61, 1u << 17, UINT64_C(0xdeb80017c4270408), 0));
    SETS("R4 R5 R6 R66 R67", "R8 R9 R10 R11");
    CHECK_STR("@!P1 TEXS.T RZ, R25, R24, R5, 0x5c, 2D, R", wide(61, 1u << 17, UINT64_C(0xd82005cff0591819), 0));
    SETS("R5 R24", "R25");
    CHECK_STR("TEXS.T RZ, R12, R9, R12, 0x52, 2D, RG", wide(61, 1u << 17, UINT64_C(0xd830052ff0c7090c), 0));
    SETS("R9 R12", "R12 R13");
    CHECK_STR("TEXS.LL.T R36, R38, R36, R2, 0x50, 2D, RGBA", wide(61, 1u << 17, UINT64_C(0xd870050240272426), 0));
    SETS("R2 R36 R37", "R36 R37 R38 R39");
    CHECK_STR("TEXS.LL.DC.T R24, R36, R2, R30, 0x50, 2D, RGBA", wide(61, 1u << 17, UINT64_C(0xd8b0050181e70224), 0));
    SETS("R2 R3 R30 R31", "R24 R25 R36 R37");
    CHECK_STR("TEXS.T RZ, R2, R2, R8, 0x56, ARRAY_2D, R", wide(61, 1u << 17, UINT64_C(0xd8e0056ff0870202), 0));
    SETS("R2 R3 R8", "R2");
    CHECK_STR("TEXS.LL.T R6, R72, R6, R4, 0x50, CUBE, RGBA", wide(61, 1u << 17, UINT64_C(0xd9b0050060470648), 0));
    SETS("R4 R5 R6 R7", "R6 R7 R72 R73");
    CHECK_STR("TLDS.LZ.T RZ, R10, R3, 0x5c, 1D, RG", wide(61, 1u << 17, UINT64_C(0xda1005cffff7030a), 0));
    SETS("R3", "R10 R11");
    CHECK_STR("TLDS.LZ.AOFFI.T R32, R34, R54, R53, 0x50, 2D, RGBA", wide(61, 1u << 17, UINT64_C(0xda90050203573622), 0));
    SETS("R53 R54 R55", "R32 R33 R34 R35");
    CHECK_STR("TLDS.LZ.T R36, R38, R48, R94, 0x50, 3D, RGBA", wide(61, 1u << 17, UINT64_C(0xdaf0050245e73026), 0));
    SETS("R48 R49 R94", "R36 R37 R38 R39");
    CHECK_STR("TLDS.LZ.T R32, R34, R4, R46, 0x50, ARRAY_2D, RGBA", wide(61, 1u << 17, UINT64_C(0xdb10050202e70422), 0));
    SETS("R4 R46 R47", "R32 R33 R34 R35");
    CHECK_STR("TLD.LZ.AOFFI.T R20, R46, R50, 0x50, 1D, 0xf", wide(61, 1u << 17, UINT64_C(0xdc38050f83272e14), 0));
    SETS("R46 R50", "R20 R21 R22 R23");
    CHECK_STR("TLD.B.LZ.AOFFI.T R12, R4, R66, 0x0, 3D, 0xf", wide(61, 1u << 17, UINT64_C(0xdd38000fc427040c), 0));
    SETS("R4 R5 R6 R66 R67", "R12 R13 R14 R15");
    CHECK_STR("TXD.AOFFI.T R32, R40, R12, 0x52, 2D, 0xf", wide(61, 1u << 17, UINT64_C(0xde38052fa0c72820), 0));
    SETS("R12 R13 R14 R15 R40 R41 R42", "R32 R33 R34 R35");
    CHECK_STR("TXD.B.T R8, R8, R62, 0x0, ARRAY_1D, 0xf", wide(61, 1u << 17, UINT64_C(0xde78000793e70808), 0));
    SETS("R8 R9 R10 R62 R63", "R8 R9 R10 R11");
    CHECK_STR("TLD4.R.B.AOFFI.T R32, R56, R34, 0x0, 2D, 0xf", wide(61, 1u << 17, UINT64_C(0xdef80017a2273820), 0));
    SETS("R34 R35 R56 R57", "R32 R33 R34 R35");
    CHECK_STR("TLD4S.R.AOFFI.T R32, R34, R56, R47, 0x50", wide(61, 1u << 17, UINT64_C(0xdf08050202f73822), 0));
    SETS("R47 R56 R57", "R32 R33 R34 R35");
    CHECK_STR("TXQ.T R15, R31, TEX_HEADER_DIMENSION, 0x50, 0x2", wide(61, 1u << 17, UINT64_C(0xdf48050100471f0f), 0));
    SETS("R31", "R15");
    CHECK_STR("TXQ.B.T R21, R20, TEX_HEADER_DIMENSION, 0x0, 0x1", wide(61, 1u << 17, UINT64_C(0xdf50000080471415), 0));
    SETS("R20 R21", "R21");
    CHECK_STR("SULD.D.BA.1D.U16 R22, [R6], R3", wide(61, 0, UINT64_C(0xeb12018000a70616), 0));
    SETS("R3 R6", "R22");
    CHECK_STR("SULD.D.BA.1D_ARRAY.128 R4, [R6], R4", wide(61, 0, UINT64_C(0xeb12020400e70604), 0));
    SETS("R4 R6 R7", "R4 R5 R6 R7");
    CHECK_STR("SULD.D.BA.2D_ARRAY.U16 R11, [R12], R11", wide(61, 0, UINT64_C(0xeb12058800a70c0b), 0));
    SETS("R11 R12 R13 R14", "R11");
    CHECK_STR("SULD.D.BA.2D.U16 R9, [R4], 0x50", wide(61, 0, UINT64_C(0xeb1a050600a70409), 0));
    SETS("R4 R5", "R9");
    CHECK_STR("SUST.P.1D_ARRAY.RG.TRAP [R12], R6, R0", wide(61, 0, UINT64_C(0xeb24000400370c06), 0));
    SETS("R0 R6 R7 R12 R13", "");
    CHECK_STR("SUST.P.1D_ARRAY.TRAP [R8], R4, R0", wide(61, 0, UINT64_C(0xeb24000400f70804), 0));
    SETS("R0 R4 R5 R6 R7 R8 R9", "");
    CHECK_STR("SUST.P.1D_ARRAY.R.TRAP [R12], R50, 0x50", wide(61, 0, UINT64_C(0xeb2c050400170c32), 0));
    SETS("R12 R13 R50", "");
    CHECK_STR("SUST.D.BA.3D.U16 [R8], R15, R11", wide(61, 0, UINT64_C(0xeb32058a00a7080f), 0));
    SETS("R8 R9 R10 R11 R15", "");
    CHECK_STR("SUST.D.BA.1D_ARRAY.64 [R10], R48, R48", wide(61, 0, UINT64_C(0xeb32180400d70a30), 0));
    SETS("R10 R11 R48 R49", "");
    CHECK_STR("SUST.D.BA.1D_ARRAY.128 [R6], R56, R56", wide(61, 0, UINT64_C(0xeb321c0400e70638), 0));
    SETS("R6 R7 R56 R57 R58 R59", "");
    CHECK_STR("TEXS.F16.T RZ, R25, R24, R5, 0x5c, 2D, R", wide(61, 1u << 17, UINT64_C(0xd02005cff0571819), 0));
    CHECK(!out.has_registers); /* packed in a way that nothing says */
}

static void surfaces(void)
{
    CHECK_STR("SULD.D.BA.1D_ARRAY.U8.STRONG.SM R37, [R14], R0", wide(86, 0x1ea100, 0x480000000e25799a, 0));
    SETS("R0 R14 R15", "R37");
    CHECK_STR("SULD.D.BA.3D.128.STRONG.SM R36, [R4], R0", wide(86, 0x1ead00, 0xa80000000424799a, 0));
    SETS("R0 R4 R5 R6", "R36 R37 R38 R39");
    CHECK_STR("SUST.D.BA.1D_ARRAY.128.STRONG.SM [R26], R32, R35", wide(86, 0x10ad23, 0x480000201a00799e, 0));
    SETS("R26 R27 R32 R33 R34 R35", "");
    CHECK_STR("SUST.D.BA.1D.64.STRONG.SM [R26], R32, 0x0, 0x58", wide(86, 0x10ab00, 0x080058201a007b9d, 0));
    SETS("R26 R32 R33", "");
    CHECK_STR("SUST.P.1D_ARRAY.STRONG.SM.RG.TRAP [R16], R14, R0", wide(86, 0x10a300, 0x5000000e1000799c, 0));
    SETS("R0 R14 R15 R16 R17", "");
    CHECK_STR("SUST.P.1D_ARRAY.STRONG.SM.TRAP [R16], R12, R0", wide(86, 0x10af00, 0x5000000c1000799c, 0));
    SETS("R0 R12 R13 R14 R15 R16 R17", "");
}

static void flows(void)
{
    static const char *const words[] = {"next", "branch", "indirect", "call", "return", "exit", "set", "sync"};
    int i;
    for (i = 0; i < 8; i++) CHECK_STR(words[i], cubin_flow_name((cubin_flow)i));
    CHECK_STR("?", cubin_flow_name((cubin_flow)8));
    (void)wide(80, 0x3800000, 0x000000f000007947, 0x10);
    CHECK(out.flow == CUBIN_FLOW_BRANCH && !out.is_conditional);
    (void)wide(80, 0x800000, 0x000000f000007947, 0x10); /* BRA P1, */
    CHECK(out.flow == CUBIN_FLOW_BRANCH && out.is_conditional);
    (void)wide(80, 0x3800000, 0x0000000000057945, 0); /* BSSY B5 */
    CHECK(out.flow == CUBIN_FLOW_SET && out.has_target);
    CHECK_U64(5, out.barrier);
    (void)wide(80, 0x3800000, 0x0000000000057941, 0);
    CHECK(out.flow == CUBIN_FLOW_SYNC && !out.has_target);
    CHECK_U64(5, out.barrier);
    (void)wide(80, 0x3c00000, 0x0000000014007950, 0); /* RET: where R20 says */
    CHECK(out.flow == CUBIN_FLOW_RETURN && !out.has_target);
    (void)wide(80, 0x3c00000, 0x000000f000007944, 0);
    CHECK(out.flow == CUBIN_FLOW_CALL && out.has_target);
    (void)wide(80, 0x3c00000, 0x0000000002007949, 0);
    CHECK(out.flow == CUBIN_FLOW_INDIRECT && !out.has_target);
    (void)wide(80, 0x3800000, 0x000000000000794d, 0);
    CHECK(out.flow == CUBIN_FLOW_EXIT && !out.is_conditional);
    (void)wide(80, 0, 0x0000001000041882, 0); /* @UP1 UMOV: under no predicate that counts */
    CHECK(out.is_conditional);
    CHECK_U64(7, out.guard);
    (void)narrow(61, UINT64_C(0xe2a000000108000f) | 7u << 16, 0); /* PBK */
    CHECK(out.flow == CUBIN_FLOW_SET && out.has_target);
    CHECK_U64(1, out.barrier);
    CHECK_U64(7, out.guard);
    (void)narrow(61, UINT64_C(0xe34000000007000d), 0); /* BRK CC.NEU */
    CHECK(out.flow == CUBIN_FLOW_SYNC && out.is_conditional);
    CHECK_U64(1, out.barrier);
}

/* Matrices of warp groups and tensor memory: how many registers their shapes take; packed single precision. */
static void large_operands(void)
{
    int i, k;
    CHECK_STR("HGMMA.64x24x16.F32.BF16 R8, gdesc[UR12], R8, UP2", wide(90, 0xaf01808, 0x004000000c0879f0, 0));
    for (i = 0; i < 12; i++) CHECK(out.written[0] >> (8 + i) & out.read[0] >> (8 + i) & 1);
    CHECK_U64(0xfff00, out.written[0]);
    CHECK_STR("HGMMA.64x8x16.F16 R8, gdesc[UR12].tnspA.tnspB, RZ, !UPT, gsb0", wide(90, 0xc0000ff, 0x600000000c0879f0, 0));
    SETS("", "R8 R9");
    CHECK_STR("QGMMA.64x16x32.F32.E4M3.E4M3 R8, R16, gdesc[UR2], R8", wide(90, 0x8700808, 0x0020000210087df3, 0));
    SETS("R8 R9 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19", "R8 R9 R10 R11 R12 R13 R14 R15");
    CHECK_STR("IGMMA.64x8x32.S8.S8 R4, gdesc[UR8], R4, gsb0", wide(90, 0x8041004, 0x00000000080479f1, 0));
    SETS("R4 R5 R6 R7", "R4 R5 R6 R7");
    CHECK_STR("LDTM.x4 R8, tmem[UR3+0x20]", wide(100, 0x8140000, 0x00002003000879ee, 0));
    SETS("", "R8 R9 R10 R11");
    CHECK_STR("STTM.16dp256bit.x2 tmem[UR3+-0x100], R8", wide(100, 0x80aff03, 0xffff0008000079ed, 0));
    SETS("R8 R9 R10 R11 R12 R13 R14 R15", "");
    CHECK_STR("LDTM.16dp32bit_t16_t31.x2 R8, tmem[UR3]", wide(100, 0x88a0000, 0x00000003000879ee, 0));
    SETS("", "R8 R9");
    CHECK_STR("LDTM.STAT.x4.MIN.S32 R9, R4, tmem[UR4]", wide(103, 0x8140009, 0x00000004090475ee, 0));
    SETS("", "R4 R5 R6 R7 R9");
    CHECK_STR("LDTM.STAT.x2.MAXABS.F32.NAN R7, R4, tmem[UR4]", wide(103, 0x80c0016, 0x00000004070475ee, 0));
    CHECK_STR("LDTM.STAT.16dp32bit_t16_t31.x4.MIN R9, R4, tmem[UR4+0x10]", wide(103, 0x8920008, 0x00001004090475ee, 0));
    CHECK_STR("LDTM.STAT.x32.MAX.F32 R8, R28, tmem[UR31]", wide(103, 0x82c0002, 0x0000001f081c75ee, 0));
    CHECK_U64(0, out.unknown);
    CHECK_U64(UINT64_C(0xffffffff0000100), out.written[0]); /* R28 on, and R8 */
    for (k = 0; k < 2; k++) {
        CHECK_STR(k ? "FMUL2 R6, R3.F32, R8.F32x2.HI_LO" : "FMUL2 R6, R2.F32x2.HI_LO, R9.F32",
                  wide(100, k ? 0x40000 : 0x1000000, k ? 0x000000080306724a : 0x000000090206724a, 0));
        if (k) SETS("R3 R8 R9", "R6 R7");
        else SETS("R2 R3 R9", "R6 R7");
    }
    CHECK_STR("FFMA2 R6, R2.F32x2.HI_LO, R8.F32x2.HI_LO, 0.5", wide(100, 8, 0x3f00000002067449, 0));
    SETS("R2 R3 R8 R9", "R6 R7");
    CHECK_STR("FFMA2.FTZ R6, R2.F32x2.HI_LO, R9.F32, 0.5", wide(100, 0x1210009, 0x3f00000002067449, 0));
    SETS("R2 R3 R9", "R6 R7");
    CHECK_STR("UVIMNMX.S32 UR5, UR6, 0x8, UP1", wide(100, 0x8fe0100, 0x000000080605784a, 0)); /* bit 91, not FMUL2 */
    CHECK_STR("WARPSYNC.COLLECTIVE R9, 0xa0", wide(90, 0x3c00000, 0x0000000009147348, 0x40));
    CHECK(out.flow == CUBIN_FLOW_BRANCH && out.is_conditional && out.has_registers);
    CHECK_STR("ISETP.LT.S64.AND P1, PT, R4, R8, PT", wide(120, 0x3f31270, 0x000000080400720c, 0));
    SETS("R4 R5 R8 R9", "");
    CHECK_STR("MOV.64 R4, 0x123456789abcdef0", wide(120, 0x123456, 0x789abcdef0047402, 0));
    SETS("", "R4 R5");
    CHECK_STR("SYNCS.ARRIVE.TRANS64.RED.A0T1 R8, [UR5+0x10], R2", wide(100, 0x8200405, 0x00001002ff0879a7, 0));
    SETS("R2", "R8 R9");
    CHECK_STR("ATOM.E.ADD.BF16x2.RN.STRONG.GPU P1, RZ, [R4.64+UR6+0x8], R3", wide(100, 0x812e706, 0x8000080304ff79a2, 0));
    CHECK_STR("ATOM.E.ADD.F16x2.RN.STRONG.GPU P1, RZ, desc[UR6][R4.64+0x8], R3", wide(90, 0x812e1c6, 0x0000080304ff79a2, 0));
    SETS("R3 R4 R5", "");
}

/* Floats of uniform registers: the division of integers and what else programs hold. */
static void uniform_floats(void)
{
    CHECK_STR("UI2F.U32.RP UR8, UR14", wide(120, 0x8209000, 0x0000000e0008725a, 0));
    SETS("", "");
    CHECK_STR("UI2F.F16 UR10, -0x10", wide(120, 0x8200c00, 0xfffffff0000a785a, 0));
    CHECK_STR("UF2I.FTZ.U32.TRUNC.NTZ UR9, UR30", wide(120, 0x821f000, 0x0000001e0009725c, 0));
    CHECK_STR("UFADD.FTZ UR4, -UR7, 1", wide(120, 0x8010100, 0x3f80000007047454, 0));
    CHECK_STR("UFADD UR63, UR62, UR63", wide(120, 0x800003f, 0x000000003e3f7254, 0));
    CHECK_STR("UFADD UR63, UR62, UR63?0x9", wide(120, 0x800003f, 0x000000093e3f7254, 0));
    CHECK_STR("UFFMA.FTZ UR6, UR6, -UR7, 1", wide(120, 0x8010807, 0x3f80000006067455, 0));
    CHECK_STR("UFMUL.FTZ UR8, UR15, 1", wide(120, 0x8410000, 0x3f8000000f087856, 0));
    CHECK_STR("UFSETP.NEU.AND UP0, UPT, UR7, URZ, UPT", wide(120, 0xbf0d000, 0x000000ff07007253, 0));
    CHECK_STR("UFSEL UR37, URZ, 1.875, UP0", wide(120, 0x8000000, 0x3ff00000ff257851, 0));
    CHECK_STR("UIMNMX.U64 UR10, UR8, 0x40000000, UPT", wide(120, 0xbffe400, 0x40000000080a7885, 0));
    CHECK_STR("UBMSK UR7, URZ, 0x4", wide(100, 0x8000000, 0x00000004ff07789b, 0));
    CHECK(out.has_registers && out.unknown == 0);
}

/* What Blackwell's packages added: formats, saturation at 0, 33 bits of an immediate. */
static void later_forms(void)
{
    CHECK_STR("F2FP.SATFINITE.E2M1.F32.PACK_AB_MERGE_C R8, R9, R8, R10", wide(100, 0x420700a, 0x000000080908723e, 0));
    CHECK_STR("F2FP.SATFINITE.E5M2.F32.PACK_AB_MERGE_C R8, R9, R8, R10", wide(100, 0x480600a, 0x000000080908723e, 0));
    CHECK_STR("I2F.BF16 R8, R8", wide(90, 0x202400, 0x0000000800087306, 0));
    SETS("R8", "R8");
    CHECK_STR("I2FP.F32.S32.RZ R12, R11", wide(86, 0x20d400, 0x0000000b000c7245, 0));
    CHECK_STR("VIMNMX.S32.RELU R7, R7, 0x80, PT", wide(100, 0x3fe1100, 0x0000008007077848, 0));
    CHECK_STR("VIADDMNMX.RELU R7, R7, R4, 0x80, PT", wide(100, 0x3801104, 0x0000008007077446, 0));
    CHECK_STR("RED.E.ADD.BF16x8.RN.STRONG.GPU desc[UR28][R20.64], R8", wide(90, 0xc10eb9c, 0x00000008140079a6, 0));
    SETS("R8 R9 R10 R11 R20 R21", "");
    CHECK_STR("SEL.64 R4, R4, 0xffffffffffffffff, P0", wide(120, 1, 0xffffffff04047407, 0));
    CHECK_STR("UGETNEXTWORKID.SELFCAST [UR20], [UR21]", wide(100, 0x8000000, 0x00000000140073ca, 0));
    CHECK_STR("CCTL.E.C.LDCU.IV.DEEP [UR4]", wide(120, 0x1e240009c08000, 0x0000000004007540, 0));
    SETS("", "");
    CHECK_STR("RPCMOV.32 R8, Rpc.LO", wide(75, 0x2fc00000000000, 0x0000000000087353, 0));
    SETS("", "R8");
    CHECK_STR("RPCMOV.32 R9, Rpc.HI", wide(75, 0, 0x0000000080097353, 0));
    CHECK_STR("RPCMOV.32 Rpc.LO, R8", wide(75, 0x2fec0000000000, 0x0000000800007352, 0));
    SETS("R8", "");
    CHECK_STR("RPCMOV.32 Rpc.HI, R9", wide(75, 0, 0x0000000980007352, 0));
    CHECK_STR("DMMA.?0x1 R8, R4, R104, R8", wide(90, 0x1008, 0x000000680408723f, 0)); /* registers as PTX has them */
    SETS("R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R104 R105", "R8 R9 R10 R11 R12 R13 R14 R15");
}

/* Four numbers at once, and matrices whose numbers of 4 bits become bytes. */
static void small_floats(void)
{
    CHECK_STR("QMUL4 R8, R4.N6420, R6.B3210", wide(100, 0x501bc00, 0x000000060408727c, 0));
    SETS("R4 R6", "R8");
    CHECK_STR("QMUL4 R8, R4.N6420, R6.B1", wide(103, 0x501bc00, 0x180000060408727c, 0));
    CHECK_STR("QMUL4 R8, R4.LOWER4, R6.B0", wide(100, 0x501b800, 0x200000060408727c, 0));
    CHECK_STR("QMUL4 R8, R4.HIGHER4, R6.B0", wide(100, 0x501b400, 0x200000060408727c, 0));
    CHECK_U64(0, out.unknown);
    CHECK_STR("QMUL4 R8, R4?0x4, R6.B3210?0xc", wide(100, 0x501b000 - 0x2000, 0x000000060408727c, 0));
    CHECK(out.unknown == 2 && out.has_registers);
    CHECK_STR("LDSM.8.MT1616 R2, [R0]", wide(100, 0x13800, 0x000000000002783b, 0));
    SETS("R0", "R2 R3");
    CHECK_STR("LDSM.U4x16P64TO8.MT1616.2 R4, [R3]", wide(100, 0x12900, 0x000000000304783b, 0));
    SETS("R3", "R4 R5 R6 R7");
    CHECK_STR("LDSM.U4x16P64TO8.M816.2 R4, [R3]", wide(100, 0xa900, 0x000000000304783b, 0));
    SETS("R3", "R4 R5");
    CHECK_STR("LDSM.16.MT88.4 R4, [R3]", wide(80, 0x4200, 0x000000000304783b, 0));
    SETS("R3", "R4 R5 R6 R7");
    CHECK_STR("LDSM.?0x6.MT1616 R4, [R3]", wide(100, 0x13000, 0x000000000304783b, 0));
    CHECK(out.unknown == 1 && out.has_registers);
}

/* Matrices with half of A left out, and those in steps: as many registers as the fragments have. */
static void fragments(void)
{
    CHECK_STR("HMMA.SP.16832.F16 R2, R24, R28, R2, R4.reuse, 0x0", wide(100, 0x4a02, 0x0004041c1802723c, 0));
    SETS("R2 R3 R4 R24 R25 R26 R27 R28 R29 R30 R31", "R2 R3");
    CHECK_STR("IMMA.SP.16864.S8.S8 R4, R44.ROW, R48.COL, R4, R8, 0x0", wide(100, 0x605504, 0x000008302c047237, 0));
    SETS("R4 R5 R6 R7 R8 R44 R45 R46 R47 R48 R49 R50 R51", "R4 R5 R6 R7");
    CHECK_STR("HMMA.884.F32.F32.STEP2 R8, R2.COL, R36.ROW, R8", wide(70, 0x15208, 0x0000002402087236, 0));
    SETS("R2 R3 R8 R9 R36 R37", "R8 R9");
    CHECK_STR("?0x47f R88, R24, R56, R208, R7, R20?0x7?0x3e?0x4", wide(120, 0x43ed0, 0x714007381858747f, 0));
    SETS("R7 R20 R24 R25 R26 R27 R56 R57 R208 R209 R210 R211", "R88 R89 R90 R91");
}

/* What no table explains appears as ?0x in its place, and is counted. */
static void unknown(void)
{
    CHECK_STR("?0xfff", wide(80, 0, 0x0000000000007fff, 0));
    CHECK_U64(1, out.unknown);
    CHECK_STR("BAR.?0x3 0x0", wide(80, 0x6000, 0x0000000000007b1d, 0));
    CHECK_U64(1, out.unknown);
    CHECK_STR("NOP ?0x1:0x0", wide(80, 1, 0x0000000000007918, 0));
    CHECK_U64(1, out.unknown);
    /* Bits among the operands that the row does not explain: those operands may be others. */
    CHECK_STR("@P0 NANOSLEEP ? ?0x3515000000", wide(120, 0x3800000, 0x000000351500035d, 0));
    CHECK_U64(1, out.unknown);
    CHECK(!out.has_registers && out.read[0] == 0 && out.guard == 0 && out.size == 16);
    CHECK_STR("IADD3 R17, ?, ?, R9 ?0x100000502000000", wide(75, 0x07ffe009, 0x0100000502117210, 0));
    CHECK_STR("SEL.64 R48, R6, ?0x9000000ff, P3", wide(120, 0x1800009, 0x000000ff06307407, 0));
    SETS("R6 R7", "R48 R49"); /* whatever its immediate is */
    CHECK_STR("UTMALDG.1D.?0x1 [UR9], [UR8]", wide(100, 0x8100000, 0x00000009080075b4, 0));
    CHECK_U64(1, out.unknown);
    CHECK(out.has_registers); /* the row says that its modifiers do not matter */
    CHECK_STR("?0x247 R1, R2, R3, R4?0x7", wide(100, 0x3800004, 0x0000000302017247, 0)); /* without a public name */
    CHECK_U64(2, out.unknown);
    SETS("R2 R3 R4", "R1");
    CHECK_STR("UTMALDG.1D [?], [?] ?0x10504000000", wide(100, 0, 0x00000105040075b4, 0));
    CHECK_STR("R2UR.BROADCAST UR5, R9", wide(100, 0x8e0000, 0x00000000090572ca, 0));
    CHECK_STR("UTMALDG.2D.GATHER4 [UR8], [UR64]", wide(100, 0x8108000, 0x00000008400075b4, 0));
    CHECK_STR("UTMALDG.2D.GATHER4.2CTA [UR8], [UR64]", wide(100, 0x8308000, 0x00000008400075b4, 0));
    CHECK_STR("UGETNEXTWORKID.BROADCAST [UR8], [UR9]", wide(100, 0x8000100, 0x00000000080073ca, 0));
    CHECK_STR("F2FP.F16.E2M1.UNPACK_B R7, R2", wide(120, 0x20402ff, 0x00000002ff07723e, 0));
    CHECK_STR("F2FP.F16.E5M2.UNPACK_B R7, R2", wide(100, 0x20004ff, 0x00000002ff07723e, 0));
    CHECK_STR("FRND.BF16 R9, R2", wide(90, 0x402000, 0x0000000200097307, 0));
    CHECK_STR("FRND.BF16.FLOOR R9, R2", wide(90, 0x406000, 0x0000000200097307, 0));
    CHECK_STR("F2F.F16.BF16 R9, R2", wide(90, 0x400800, 0x0000000200097304, 0));
    CHECK_STR("F2F.F16.BF16.RM R9, R2", wide(90, 0x404800, 0x0000000200097304, 0));
    CHECK_STR("F2I.BF16.NTZ R9, R2", wide(90, 0x403100, 0x0000000200097305, 0));
    CHECK_STR("F2FP.F16.E2M3.UNPACK_B R7, R2", wide(100, 0x20404ff, 0x00000002ff07723e, 0));
    CHECK_STR("F2FP.RELU.F16.E3M2.UNPACK_B R7, R2", wide(100, 0x2040eff, 0x00000002ff07723e, 0));
    CHECK_STR("F2FP.BF16.E8.UNPACK_B R7, R2", wide(100, 0x20816ff, 0x00000002ff07723e, 0));
    CHECK_STR("F2FP.SATFINITE.E2M3.F32.PACK_AB_MERGE_C R9, R3, R4, RZ", wide(100, 0x46060ff, 0x000000040309723e, 0));
    CHECK_STR("F2FP.SATFINITE.RELU.E3M2.F32.PACK_AB_MERGE_C.RS R15, R7, R8, R0", wide(100, 0x4627800, 0x00000008070f723e, 0));
    CHECK_STR("F2FP.SATFINITE.E2M3.F16.UNPACK_B_MERGE_C R7, R2, RZ", wide(100, 0x46022ff, 0x00000002ff07723e, 0));
    CHECK_STR("F2FP.SATFINITE.E3M2.BF16.UNPACK_B_MERGE_C R7, R2, RZ", wide(100, 0x46832ff, 0x00000002ff07723e, 0));
    CHECK_STR("F2FP.SATFINITE.E8.F32.PACK_AB_MERGE_C.RZ R9, R3, R4, RZ", wide(100, 0x4c1e0ff, 0x000000040309723e, 0));
    CHECK_STR("F2FP.SATFINITE.E8.BF16.UNPACK_B_MERGE_C.RP R7, R2, RZ", wide(100, 0x4c922ff, 0x00000002ff07723e, 0));
    CHECK_STR("F2FP.RELU.F16.E2M1.UNPACK_B R7, R2", wide(120, 0x2040aff, 0x00000002ff07723e, 0));
    CHECK_STR("F2FP.SATFINITE.RELU.E2M1.BF16.UNPACK_B_MERGE_C R0, R2, RZ", wide(120, 0x4283aff, 0x00000002ff00723e, 0));
    CHECK_STR("F2FP.SATFINITE.E4M3.F16.UNPACK_B_MERGE_C R160, R7, R6", wide(90, 0x4803206, 0x00000007ffa0723e, 0));
    CHECK_STR("F2FP.SATFINITE.RELU.E2M1.F32.PACK_AB_MERGE_C.RS R0, R2, R5, R10", wide(103, 0x422780a, 0x000000050200723e, 0));
    CHECK_STR("NOP", wide(80, 0, 0x0000000000007918, 0));
    CHECK_U64(0, out.unknown);
    CHECK_STR("VIADD R1, R2, 0x1", wide(90, 0, 0x0000000102017836, 0));
    (void)wide(80, 0, 0x0000000102017836, 0); /* not there before sm_90 */
    CHECK(out.unknown > 0);
}

static void refusals(void)
{
    static const unsigned char bytes[16] = {0x18, 0x79};
    cubin_error error;
    char small[6];
    CHECK_U64(CUBIN_UNSUPPORTED, cubin_disassemble(35, bytes, 16, 0, &out, text, sizeof text, &error));
    CHECK_STR("", text);
    CHECK_U64(CUBIN_UNSUPPORTED, error.code);
    CHECK_U64(CUBIN_TRUNCATED, cubin_disassemble(80, bytes, 15, 0, &out, text, sizeof text, &error));
    CHECK_U64(CUBIN_ARGUMENT, cubin_disassemble(80, NULL, 16, 0, &out, text, sizeof text, &error));
    CHECK_U64(CUBIN_OK, cubin_disassemble(80, bytes, 16, 0, NULL, NULL, 0, NULL));
    small[0] = 'x';
    CHECK_U64(CUBIN_OK, cubin_disassemble(80, bytes, 16, 0, &out, small, 0, NULL));
    CHECK_U64(3, out.length);
    CHECK(small[0] == 'x');
    CHECK_U64(CUBIN_OK, cubin_disassemble(80, bytes, 16, 0, &out, NULL, 100, NULL));
    CHECK_U64(3, out.length);
    memset(small, 'x', sizeof small);
    CHECK_U64(CUBIN_OK, cubin_disassemble(80, bytes, 16, 0, &out, small, 3, &error));
    CHECK_STR("NO", small);
    CHECK_U64(3, out.length);
    CHECK(small[3] == 'x');
    CHECK_U64(16, cubin_instruction_size(121));
    CHECK_U64(8, cubin_instruction_size(61));
    CHECK_U64(0, cubin_instruction_size(63));
    CHECK_U64(0, cubin_instruction_size(122));
}

static uint64_t state = 88172645463325252u;

static uint64_t any(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Every byte of the tables shows in some text or fact of many encodings. tests/oracle/sass.sh compares the tables with real
   listings; a digest of what they say keeps them as they were then. */
static uint64_t digest;

static void mix(uint64_t v) { digest = (digest ^ v) * UINT64_C(0x9e3779b97f4a7c15); digest ^= digest >> 29; }

static void mix_out(void)
{
    size_t i;
    for (i = 0; text[i] != '\0'; i++) mix((unsigned char)text[i]);
    mix(out.unknown);
    mix(out.has_target ? out.target : 1);
    mix((uint64_t)out.flow << 32 | (uint64_t)out.is_conditional << 24 | (uint64_t)out.guard << 16 | (uint64_t)out.barrier << 8 | out.predicates);
    mix((uint64_t)out.has_registers);
    for (i = 0; i < 4; i++) mix(out.read[i]);
    for (i = 0; i < 4; i++) mix(out.written[i]);
    mix((uint64_t)out.stall << 40 | (uint64_t)out.yield << 32 | (uint64_t)out.write_barrier << 24 | (uint64_t)out.read_barrier << 16 |
        (uint64_t)out.wait_mask << 8 | out.reuse);
}

/* After a change of the tables: run tests/oracle/sass.sh, then put the new number in. */
static void same_as_proved(const char *what, uint64_t want)
{
    if (!CHECK_U64(want, digest)) printf("    what the tables say of %s: 0x%016llx\n", what, (unsigned long long)digest);
    digest = 0;
}

/* All 256 numbers of special registers: at random the digests below leave some out. */
static void special_registers(void)
{
    static const uint32_t archs[] = {50, 60, 70, 75, 80, 86, 89, 90, 100, 103, 120};
    size_t i;
    uint64_t number;
    for (i = 0; i < sizeof archs / sizeof *archs; i++)
        for (number = 0; number < 256; number++) {
            if (archs[i] < 70) (void)narrow(archs[i], UINT64_C(0xf0c8000000070000) | number << 20, 0);
            else (void)wide(archs[i], number << 8, 0x7919, 0);
            mix_out();
        }
    CHECK_STR("S2R R0, SR_MACHINE_ID_3", wide(75, 27 << 8, 0x7919, 0));
    CHECK_STR("S2R R0, SR_MACHINE_ID_2", narrow(52, UINT64_C(0xf0c8000001a70000), 0));
    same_as_proved("special registers", UINT64_C(0xd3c7ed2e1be9c95b));
}

/* No bytes on any architecture give more text than CUBIN_TEXT_ROOM holds. */
static void any_bytes(void)
{
    static const uint32_t archs[] = {50, 60, 70, 75, 80, 89, 90, 100, 120};
    uint32_t i, most = 0;
    for (i = 0; i < 400000; i++) {
        const uint32_t arch = archs[i % 9];
        uint64_t low = any(), high = any();
        if (i % 3 == 0) high = ~UINT64_C(0);
        if (i % 7 == 0) high = 0;
        if (arch < 70) (void)narrow(arch, low, any());
        else (void)wide(arch, high, low, any());
        mix_out();
        if (out.length > most) most = out.length;
    }
    same_as_proved("any bytes", UINT64_C(0x5bc7b3d385e7d684));
    CHECK(most > 40);
    CHECK(most < CUBIN_TEXT_ROOM);
}

/* The longest text that a row can give: the longest path through its code, with the widest operands. */
static uint32_t most_digits(uint64_t v, uint32_t base)
{
    uint32_t n = 1;
    for (; v >= base; v /= base) n++;
    return n;
}

enum { MOST_REAL = 28 }; /* sign, 21 digits, a point, "e+308" */

static uint32_t most_immediate(uint32_t flags)
{
    static const uint32_t most[8] = {10, 11, MOST_REAL, MOST_REAL, 2 * MOST_REAL + 2, 2 * MOST_REAL + 2, 10, 10};
    return most[flags & 7];
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t most_operand(const unsigned char *p, uint32_t flags, int is_wide)
{
    const uint32_t b = p[0] == 11 ? p[3] : 0, c = p[0] == 11 && is_wide ? p[4] : 0;
    const uint32_t place = 28; /* [R254.U32+UR254+-0x80000000] */
    if (!is_wide)
        switch (p[1]) {
        case 2: case 4: case 33: return 15; /* c[0x1f][0xfffc] */
        case 3: return larger(15, most_immediate(flags));
        case 36: return most_immediate(flags);
        case 22: case 37: return 18; /* [R254+-0x80000000] */
        case 39: return 4;
        case 7: return 10; /* R254.reuse */
        case 41: return 2 * MOST_REAL + 2;
        default: break;
        }
    switch (p[1]) {
    case 1: case 8: case 30: case 31: return 5;
    case 2: case 4: return 19; /* -|R254|.reuse.H0_H0 */
    case 3: case 5: case 6: case 38: return larger(26, most_immediate(flags)); /* -|cx[UR254][0xfffc]|.H0_H0 */
    case 7: return 4;
    case 9: case 28: return 2;
    case 10: case 11: case 29: return 3;
    case 12: return 4;
    case 13: return 2 + most_digits(cubin_i_ones(b) * (c != 0 ? c : 1), 16);
    case 15: return most_digits(cubin_i_ones(b), 10);
    case 16: return MOST_REAL;
    case 17: return 4;
    case 18: case 20: case 21: return 18;
    case 19: return 19;
    case 42: return 4;
    case 22: return 11 + place; /* desc[UR254] */
    case 23: return 11 + 2 + 2 * place;
    case 25: case 37: return place;
    case 24: case 26: return 17;
    case 40: return 3 + most_digits(cubin_i_ones(b), 16);
    case 27: return 15;
    default: return 10000; /* a new kind */
    }
}

static uint32_t most_unknown(uint32_t bits)
{
    return 4 + (bits + 3) / 4; /* .?0x */
}

static uint32_t most_word(const unsigned char *p, uint32_t bits)
{
    uint32_t most = most_unknown(bits), n = 0;
    for (; *p != 3; p++) {
        if (*p == 2 && n == 0) p++;
        else if (*p == 0 || *p == 1) n = 0;
        else if (++n > most) most = n;
    }
    return most;
}

static uint32_t seen[sizeof cubin_i_code], seen_in;
static uint32_t known[sizeof cubin_i_code];

/* The most that the code from `at` to its end can write. Its jumps go forward. */
static uint32_t most_code(uint32_t at, uint32_t flags, int is_wide)
{
    const unsigned char *const p = cubin_i_code + at;
    uint32_t most;
    if (seen[at] == seen_in) return known[at];
    switch (*p) {
    case 0: most = 0; break;
    case 1: most = larger(most_code(at + 5, flags, is_wide), most_code(at + 5 + p[4], flags, is_wide)); break;
    case 14: most = larger(most_code(at + 7, flags, is_wide), most_code(at + 7 + cubin_i_pair(p + 5), flags, is_wide)); break;
    case 2:
    case 3: most = larger(most_code(at + 3, flags, is_wide), most_code(at + 3 + p[2], flags, is_wide)); break;
    case 4: most = most_code(at + 2 + p[1], flags, is_wide); break;
    case 15: most = larger(most_code(at + 3, flags, is_wide), most_code(at + 3 + p[2], flags, is_wide)); break;
    case 5: most = most_word(cubin_i_texts + cubin_i_pair(p + 3), p[2]) + most_code(at + 5, flags, is_wide); break;
    case 7: most = most_code(cubin_i_calls[128 + cubin_i_pair(p + 1)], flags, is_wide) + most_code(at + 3, flags, is_wide); break;
    case 6: most = most_code(at + 3, flags, is_wide); break;
    case 8: most = most_unknown(p[2]) + most_code(at + 4, flags, is_wide); break;
    case 9: most = most_code(at + 3, flags, is_wide); break;
    case 10: most = most_operand(p, flags, is_wide) + most_code(at + 3, flags, is_wide); break;
    case 20: most = 2 + most_code(at + 1, flags, is_wide); break;
    case 21: case 22: case 23: case 24: case 25: case 26: {
        const unsigned char whole[5] = {10, (unsigned char)(*p - 20), 0, 0, 0};
        most = most_operand(whole, flags, is_wide) + most_code(at + 1, flags, is_wide);
        break;
    }
    case 16: case 17: case 18: case 19: {
        unsigned char whole[5] = {11, 0, 0, 0, 0};
        memcpy(whole + 1, p + 1, 1 + *p - 16u);
        most = most_operand(whole, flags, is_wide) + most_code(at + 2 + (*p - 16u), flags, is_wide);
        break;
    }
    case 13: most = most_code(at + 5, flags, is_wide); break;
    case 12: most = larger(most_code(at + 2, flags, is_wide), most_code(at + 2 + p[1], flags, is_wide)); break;
    default: most = (*p < 128 ? 1 : most_code(cubin_i_calls[*p - 128], flags, is_wide)) + most_code(at + 1, flags, is_wide); break;
    }
    seen[at] = seen_in;
    known[at] = most;
    return most;
}

/* With a guard before it, and the bits that no row explains after it. */
static uint32_t most_row(uint32_t at, uint32_t flags, int is_wide)
{
    seen_in++;
    return 6 + most_code(at, flags, is_wide) + (is_wide ? 39 : 20); /* "@!UP6 ", " ?0x...:0x..." */
}

/* What a row says about registers prints nothing, and no bit counts as explained by it. */
static int says_in_silence(uint32_t at, int is_wide)
{
    cubin_i_sass s;
    memset(&s, 0, sizeof s);
    s.out = &out;
    s.wide = is_wide;
    s.low = any();
    s.high = any();
    cubin_i_say(&s, at);
    return s.used_low == 0 && s.used_high == 0 && s.length == 0 && s.unknown == 0 && out.flow <= CUBIN_FLOW_SYNC;
}

/* CUBIN_TEXT_ROOM holds the longest text of every row; what rows really print stays below what is computed here. */
static void every_row(void)
{
    const size_t wides = sizeof cubin_i_wide / sizeof *cubin_i_wide / 2, narrows = sizeof cubin_i_narrow / sizeof *cubin_i_narrow / 2;
    size_t i, k;
    uint32_t most = 0, longest = 0;
    for (i = 0; i < wides; i++) {
        const uint32_t row = cubin_i_wide[2 * i], flags = row >> 3 & 127, arch = larger(cubin_i_spans[row >> 10] & 255, 70);
        const uint32_t bound = most_row(cubin_i_wide[2 * i + 1], flags, 1);
        uint32_t opcode = row & 7;
        for (k = 0; cubin_i_eighths[k + 1] <= i; k++) opcode += 8;
        if (!CHECK(bound < CUBIN_TEXT_ROOM)) printf("    opcode %03x: %u\n", opcode, bound);
        most = larger(most, bound);
        CHECK(cubin_i_row(arch, opcode, (flags & CUBIN_I_ONLY_UNIFORM) != 0) == i);
        CHECK(says_in_silence(cubin_i_sayings[cubin_i_wide_says[i]], 1));
        for (k = 0; k < 300; k++) {
            const uint64_t low = k % 3 == 0 ? ~UINT64_C(0) ^ (any() & any() & any()) : any();
            const uint64_t high = k % 4 == 0 ? ~UINT64_C(0) ^ (any() & any() & any()) : any();
            (void)wide(arch, high, (low & ~UINT64_C(511)) | opcode, any());
            mix_out();
            CHECK(out.length <= bound);
            longest = larger(longest, out.length);
        }
    }
    same_as_proved("rows of 16 bytes", UINT64_C(0x674964f34a6d9d42));
    for (i = 0; i < narrows; i++) {
        const uint16_t *const row = cubin_i_narrow + 2 * i, *const kind = cubin_i_narrow_kinds + 2 * (row[1] >> 8);
        const uint32_t bound = most_row(kind[0], kind[1] & 255u, 0);
        if (!CHECK(bound < CUBIN_TEXT_ROOM)) printf("    row %u: %u\n", (unsigned)i, bound);
        CHECK(says_in_silence(cubin_i_sayings[kind[1] >> 8], 0));
        most = larger(most, bound);
        for (k = 0; k < 300; k++) {
            const uint64_t v = k % 3 == 0 ? ~UINT64_C(0) ^ (any() & any() & any()) : any();
            const uint64_t low = (v & ~((uint64_t)cubin_i_masks[row[1] & 255] << 48)) | (uint64_t)row[0] << 48;
            size_t first;
            for (first = 0; (low >> 48 & cubin_i_masks[cubin_i_narrow[2 * first + 1] & 255]) != cubin_i_narrow[2 * first]; first++) {}
            if (first != i) continue; /* a more specific one */
            (void)narrow(50, low, any());
            mix_out();
            CHECK(out.length <= bound);
        }
    }
    same_as_proved("rows of 8 bytes", UINT64_C(0xf0df465bc01b6043));
    CHECK(longest > 80 && longest < most);
}

int main(void)
{
    RUN(registers_and_guards);
    RUN(signs_and_reuse);
    RUN(disguises);
    RUN(narrow_operands);
    RUN(video);
    RUN(narrow_textures);
    RUN(numbers);
    RUN(targets);
    RUN(addresses);
    RUN(schedule);
    RUN(registers);
    RUN(textures);
    RUN(scaled);
    RUN(narrow_registers);
    RUN(surfaces);
    RUN(flows);
    RUN(large_operands);
    RUN(uniform_floats);
    RUN(later_forms);
    RUN(small_floats);
    RUN(fragments);
    RUN(unknown);
    RUN(refusals);
    RUN(special_registers);
    RUN(any_bytes);
    RUN(every_row);
    return run_end();
}
