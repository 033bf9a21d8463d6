import { expect, onTestFinished, test, vi } from 'vitest'
import { TYPED_PREFIX } from './drafts/forget-typed.ts'
import { claimTab } from './own-tab.ts'

const LATE_MS = 700

// APP-12
test('what was typed outlives a reload on a phone that hears late of its own lock', async () => {
  const typed = `${TYPED_PREFIX}a form`
  sessionStorage.setItem(typed, 'Moti')
  onTestFinished(() => sessionStorage.removeItem(typed))
  const request = navigator.locks.request.bind(navigator.locks)
  const slow = vi.spyOn(navigator.locks, 'request').mockImplementation(async (...asked: unknown[]) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    return Reflect.apply(request, navigator.locks, asked)
  })
  onTestFinished(() => slow.mockRestore())
  await claimTab()
  expect(sessionStorage.getItem(typed)).toBe('Moti')
})

// APP-12
test('a page in a browser that blocks its storage has no error of its tab', async () => {
  const denied = new DOMException('Access is denied.', 'SecurityError')
  const request = vi.spyOn(navigator.locks, 'request').mockRejectedValue(denied)
  const query = vi.spyOn(navigator.locks, 'query').mockRejectedValue(denied)
  const onError = vi.fn()
  addEventListener('unhandledrejection', onError)
  onTestFinished(() => {
    request.mockRestore()
    query.mockRestore()
    removeEventListener('unhandledrejection', onError)
  })
  await claimTab()
  await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  expect(onError).not.toHaveBeenCalled()
})
