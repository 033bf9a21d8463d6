import { startSandbox } from './sandbox.ts'

if (process.env.NODE_ENV === 'production') {
  console.error('The payment sandbox is for trying things out. It does not run in production.')
  process.exit(1)
}

// Files are readable only by this user.
process.umask(0o077)

try {
  const sandbox = await startSandbox({
    port: Number(process.env.SANDBOX_PORT || 3001),
    smtpPort: Number(process.env.SANDBOX_SMTP_PORT || 0),
    folder: process.env.SANDBOX_FOLDER || './data/sandbox',
    keys: {
      keyId: process.env.RAZORPAY_KEY_ID || 'rzp_test_Sandbox0000001',
      keySecret: process.env.RAZORPAY_KEY_SECRET || 'sandbox_secret_0001',
      webhookSecret: process.env.RAZORPAY_WEBHOOK_SECRET || 'sandbox_whsec_0001',
    },
    webhookUrl: process.env.SANDBOX_WEBHOOK_URL || null,
    onError: console.error,
  })
  stopWithStarter(sandbox.close)
  process.send?.({ serving: true, port: sandbox.port, smtpPort: sandbox.smtpPort })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function stopWithStarter(close: () => Promise<void>): void {
  const stop = () => void close().then(() => process.exit(0))
  // Ctrl-C reaches the whole process group: the parent ends this process when it no longer needs it.
  process.on('SIGINT', process.send ? () => {} : stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
}
