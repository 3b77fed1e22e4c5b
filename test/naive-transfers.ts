/** Which order a bank message is proposed for, told a second time and naively: from the rows alone, sharing nothing with the SQL. */

export type NaiveOrder = {
  id: string
  kind: 'nap_tien' | 'mfy'
  phone: string
  package: string
  /** Đồng that the customer owes. */
  amount: number
  /** When it was made, in ms. */
  since: number
  waits: boolean
}
export type NaiveMessage = {
  id: string
  phone: string | null
  package: string | null
  text: string
  money: number
  decided: boolean
  used: boolean
}

/** Letters and digits, all else one blank; marks were never written by these tests. */
const plain = (text: string): string => ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `

function speaksOf(message: NaiveMessage, order: NaiveOrder): boolean {
  if (message.package !== null) return message.package.toUpperCase() === order.package
  const words = plain(message.text).split(' ')
  const name = order.package.toLowerCase()
  return words.some((word) => word === name || word.endsWith(`${order.phone}${name}`))
}

/** The id of the order: the oldest with the same amount, else the oldest; null when none waits. */
export function naiveProposal(message: NaiveMessage, orders: readonly NaiveOrder[]): string | null {
  if (message.decided || message.used || message.phone === null) return null
  const meeting = orders
    .filter((order) => order.waits && order.phone === message.phone && speaksOf(message, order))
    .toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
  return (meeting.find(({ amount }) => amount === message.money) ?? meeting[0])?.id ?? null
}
