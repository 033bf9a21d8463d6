import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createProvider } from './provider.ts'
import { openState } from './state.ts'

if (process.env.NODE_ENV === 'production') {
  console.error('The payment sandbox is for trying things out. It does not run in production.')
  process.exit(1)
}

const folder = process.env.SANDBOX_FOLDER ?? './data/sandbox'
mkdirSync(folder, { recursive: true })
const state = openState(path.join(folder, 'sandbox.sqlite'))
const provider = createProvider(state, {
  keyId: process.env.RAZORPAY_KEY_ID ?? 'rzp_test_Sandbox0000001',
  keySecret: process.env.RAZORPAY_KEY_SECRET ?? 'sandbox_secret_0001',
})

provider.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
provider.listen(Number(process.env.SANDBOX_PORT ?? 3001), '127.0.0.1', () => process.send?.('serving'))

// A Ctrl-C reaches the whole group: the program that started this one ends it once it needs it no longer.
if (process.send) process.on('SIGINT', () => {})
process.on('SIGTERM', stop)
process.on('disconnect', stop)

function stop(): void {
  provider.close(() => {
    state.close()
    process.exit(0)
  })
  provider.closeAllConnections()
}
