// RA: argon2id with the product's settings, four at a time. Prints the number per second.
import { hash } from '@node-rs/argon2'

const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MS = Number(process.argv[2])

const startedAt = performance.now()
let made = 0
await Promise.all(Array.from({ length: 4 }, run))
process.stdout.write(String(made / ((performance.now() - startedAt) / 1_000)))

async function run(): Promise<void> {
  while (performance.now() - startedAt < MS) {
    await hash('the password of somebody', SETTINGS)
    made++
  }
}
