type PdfFonts = { regular: string; bold: string }

type ScriptEntry = {
  /** The fonts of PDFs: of every reader, or files of packages. A plain TrueType file is embedded without being unpacked. */
  pdfFonts: PdfFonts
  /** The fonts of documents that look like a page: files, with the one of its headings. */
  pageFonts: PdfFonts & { heading: string }
  /** The font, as a style names it, for mail programs whose own one lacks the script; null where none does. */
  mailFont: string | null
  /** The signs that are written with them, as a part of a regular expression; null for those that no other script has. */
  pdfSigns: string | null
}

const BALOO = '@expo-google-fonts/baloo-2/600SemiBold/Baloo2_600SemiBold.ttf'
// They have Latin letters, too.
const MUKTA_AND_BALOO = {
  regular: '@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf',
  bold: '@expo-google-fonts/mukta/700Bold/Mukta_700Bold.ttf',
  heading: BALOO,
}

/** The scripts of the languages, as Unicode names them. */
export const scripts = {
  Latin: {
    pdfFonts: { regular: 'Helvetica', bold: 'Helvetica-Bold' },
    pageFonts: MUKTA_AND_BALOO,
    mailFont: null,
    pdfSigns: null,
  },
  Devanagari: {
    pdfFonts: MUKTA_AND_BALOO,
    pageFonts: MUKTA_AND_BALOO,
    mailFont: '"Noto Sans Devanagari"',
    // The joiners between two letters decide about their shape, and the fonts of every reader hold no rupee sign.
    pdfSigns: '[\\p{Script_Extensions=Devanagari}\\u200c\\u200d₹]',
  },
} as const satisfies Record<string, ScriptEntry>

export type Script = keyof typeof scripts

/** The text with the digits of other scripts, as in २०००, written as 2000. A script with others adds them here, as a test says. */
export function latinDigits(text: string): string {
  // Each script of India has a block of 128 signs, in which the digits begin at the same place.
  return text.replace(/[०-९]/g, (digit) => String((digit.charCodeAt(0) % 128) - 102))
}
