import { expect, test } from 'vitest'
import { isPushEndpoint } from './send-push.ts'

const SERVICES = ['fcm.googleapis.com', '*.push.apple.com', 'http://127.0.0.1:3901']

// PSH-2
test('an endpoint counts at a known push service, over https', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://FCM.googleapis.com:443/fcm/send/abc',
    'https://web.push.apple.com/Q',
    'http://127.0.0.1:3901/push/x',
  ])
    expect.soft(isPushEndpoint(endpoint, SERVICES), endpoint).toBe(true)
})

// PSH-2, V13.2.4
test('no other host, port, scheme or spelling of an endpoint counts', () => {
  for (const endpoint of [
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com./x',
    'http://fcm.googleapis.com/x',
    'https://push.apple.com/x',
    'https://.push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://127.0.0.1/x',
    'https://10.0.0.7/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/x',
    'https://127.0.0.1:3901/push/x',
    'http://127.0.0.1:3902/push/x',
    'http://localhost:3901/push/x',
    'file:///etc/passwd',
    'fcm.googleapis.com/x',
    '',
  ])
    expect.soft(isPushEndpoint(endpoint, SERVICES), endpoint).toBe(false)
})
