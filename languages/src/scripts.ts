type ScriptEntry = {
  /**
   * The fonts of PDFs: of every reader, or files of packages. A plain TrueType file is embedded without being unpacked. The one of headings
   * is only for documents that look like a page.
   */
  pdfFonts: { regular: string; bold: string; heading: string }
  /** The signs that are written with them, as a part of a regular expression; null for those that no other script has. */
  pdfSigns: string | null
}

const HEADING = '@expo-google-fonts/baloo-2/600SemiBold/Baloo2_600SemiBold.ttf'

/** The scripts of the languages, as Unicode names them. */
export const scripts = {
  Latin: { pdfFonts: { regular: 'Helvetica', bold: 'Helvetica-Bold', heading: HEADING }, pdfSigns: null },
  Devanagari: {
    pdfFonts: {
      regular: '@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf',
      bold: '@expo-google-fonts/mukta/700Bold/Mukta_700Bold.ttf',
      heading: HEADING,
    },
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
