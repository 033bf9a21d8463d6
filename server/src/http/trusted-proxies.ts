import { BlockList, isIP } from 'node:net'

export type IsTrusted = (address: string) => boolean

/** True for an address, and for a network in the form 10.0.0.0/8 or fd00::/8. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

/** Tells whose word about where a request came from is taken: that of the reverse proxies in the list, and of nobody else. */
export function trustedProxies(list: string[]): IsTrusted {
  const trusted = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return (address) => {
    const kind = isIP(address)
    return kind !== 0 && trusted.check(address, kind === 6 ? 'ipv6' : 'ipv4')
  }
}
