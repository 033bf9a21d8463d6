/** The code of a page or an area could not be loaded: the files of a release are gone after the next one. */
export class MissingCode extends Error {}

export async function orMissing<Code>(loading: Promise<Code>): Promise<Code> {
  try {
    return await loading
  } catch (cause) {
    throw new MissingCode(undefined, { cause })
  }
}
