import type { Notice } from '../../sandbox/src/push/notice-store.ts'
import type { Subscription } from '../../sandbox/src/push/subscriptions.ts'
import type { Sandbox } from './sandbox.ts'
import { startSandbox } from './sandbox.ts'

/** A browser that the sandbox plays, as the calls want it. */
type Browser = { endpoint: string; p256dh: string; auth: string }

type PushFault = { fault: string; device?: string; ms?: number; times?: number }

export type PushCatcher = {
  /** The address of the push service, for PUSH_SERVICES. */
  origin: string
  newBrowser: () => Promise<Browser>
  /** The notices that came for a browser, decrypted, the newest first. */
  notices: (browser: Pick<Browser, 'endpoint'>) => Promise<Notice[]>
  /** The browser's owner has switched the notices off there. */
  end: (browser: Pick<Browser, 'endpoint'>) => Promise<void>
  /** Replaces the faults by these; none switches them off. */
  fault: (...faults: PushFault[]) => Promise<void>
}

/** Starts the sandbox's push service as a separate process. Ends with the test file. */
export async function startPushCatcher(): Promise<PushCatcher> {
  const { provider, sandbox } = await startSandbox('http://127.0.0.1:9/')
  return pushCatcherOf(sandbox, provider.apiUrl)
}

/** The push service of a sandbox that runs already. */
export function pushCatcherOf(sandbox: Pick<Sandbox, 'control'>, origin: string): PushCatcher {
  return {
    origin,
    async newBrowser() {
      const { endpoint, keys } = await sandbox.control<Subscription>('POST', '/subscriptions')
      return { endpoint, ...keys }
    },
    notices: ({ endpoint }) => sandbox.control('GET', `/notices?endpoint=${encodeURIComponent(endpoint)}`),
    end: async ({ endpoint }) => void (await sandbox.control('DELETE', `/subscriptions/${endpoint.split('/').at(-1)}`)),
    fault: async (...faults) => void (await sandbox.control('POST', '/faults', { push: faults })),
  }
}
