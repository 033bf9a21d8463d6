import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IsTrusted = (address: string) => boolean

/** Accepts an address, or a network such as 10.0.0.0/8 or fd00::/8. */
export function isAddressOrNetwork(text: string): boolean {
  return isIP(text) !== 0 || (isIP(text.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(text))
}

/** Returns a check whether an address is one of these reverse proxies. X-Forwarded-For is believed from them only. */
export function trustedProxies(list: string[]): IsTrusted {
  const trusted = list.map(networkIn)
  return (address) =>
    isIP(address) !== 0 && ipaddr.subnetMatch(ipaddr.process(address), { trusted }, 'unknown') === 'trusted'
}

/** A single address becomes a network of one. */
function networkIn(text: string): ReturnType<typeof ipaddr.parseCIDR> {
  if (isIP(text) === 0) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
