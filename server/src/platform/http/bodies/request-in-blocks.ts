import { IncomingMessage } from 'node:http'

const BLOCK_BYTES = 16 * 1024
const WAIT_MS = 100

/**
 * A request whose body is passed on in blocks. It emits `arrived` with the size of each chunk, whether or not anybody reads it yet. Its client chooses how small the chunks are, and each one that waits in memory takes some
 * 400 bytes beside its own: a few bodies in chunks of one byte would need more memory than the program may have.
 *
 * A smaller rest waits for what follows, for a tenth of a second at most.
 */
export class RequestInBlocks extends IncomingMessage {
  #block: Buffer | null = null
  #filled = 0
  #timer: NodeJS.Timeout | undefined

  /** Node hands over each chunk of the body as it arrives, and null at its end. False means that it should wait before it reads on. */
  override push(chunk: Buffer | null): boolean {
    if (chunk) this.emit('arrived', chunk.length)
    const mayReadOn = chunk && this.#filled + chunk.length <= BLOCK_BYTES ? true : this.#passOn()
    if (chunk === null || chunk.length >= BLOCK_BYTES) return super.push(chunk)
    this.#add(chunk)
    return mayReadOn
  }

  // Most bodies are one small chunk, which is not copied.
  #add(chunk: Buffer): void {
    if (this.#block === null) this.#block = chunk
    else {
      if (this.#block.length < BLOCK_BYTES) this.#block = Buffer.concat([this.#block], BLOCK_BYTES)
      chunk.copy(this.#block, this.#filled)
    }
    this.#filled += chunk.length
    this.#timer ??= setTimeout(() => this.#passOn(), WAIT_MS)
  }

  #passOn(): boolean {
    if (this.#block === null) return true
    const block = this.#block.subarray(0, this.#filled)
    this.#block = null
    this.#filled = 0
    clearTimeout(this.#timer)
    this.#timer = undefined
    return super.push(block)
  }
}
