/** Networks that an address belongs to. */
import { isIPv6 } from 'node:net'

/** An IPv4-mapped IPv6 address is treated as IPv4. */
const plainOf = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The first `count` groups of an IPv6 address, in short hexadecimal. */
function groupsOf(address: string, count: number): string[] {
  const [left = [], right] = address
    .split('%', 1)
    .join()
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const groups = right
    ? [...left, ...Array<string>(8).fill('0')].slice(0, 8 - right.length).concat(right)
    : left
  return groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16))
}

/** The network of one customer of a provider: for IPv6 a whole /64. */
export function networkOf(address: string): string {
  const plain = plainOf(address)
  return isIPv6(plain) ? `${groupsOf(plain, 4).join(':')}::/64` : plain
}

/** The network that a single sender with many addresses may have: a /24, for IPv6 a /56. */
export function wideNetworkOf(address: string): string {
  const plain = plainOf(address)
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [last = '0', ...first] = groupsOf(plain, 4).toReversed()
  return `${[...first.toReversed(), (Number.parseInt(last, 16) & 0xff00).toString(16)].join(':')}::/56`
}
