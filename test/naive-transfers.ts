/** Naive implementation of the order proposed for a bank message: from the rows only, sharing nothing with the SQL. */

export type NaiveOrder = {
  id: string
  kind: 'nap_tien' | 'mfy' | 'sim'
  /** For a SIM order: the sold number. */
  phone: string
  /** For a SIM order: its code, 'DH1001'. */
  package: string
  /** Đồng that the customer owes. */
  amount: number
  /** Time of creation, in ms. */
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

/** Letters and digits, everything else as one space; these tests have no accents. */
const plain = (text: string): string => ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `

const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9'
const isWord = (sign: string): boolean => isDigit(sign) || (sign >= 'a' && sign <= 'z')

/** Whether the code is in the text, alone or joined to the number of ten digits; checked character by character. */
function names(text: string, { package: code, phone: sim }: NaiveOrder): boolean {
  const low = text.toLowerCase()
  const spelled = [code, code.replace('DH', 'DH ')].flatMap((spelling) => [spelling, `${spelling}${sim}`])
  return spelled.some((spelling) => {
    for (
      let index = low.indexOf(spelling.toLowerCase());
      index >= 0;
      index = low.indexOf(spelling.toLowerCase(), index + 1)
    )
      if (!isWord(low.charAt(index - 1)) && !isDigit(low.charAt(index + spelling.length))) return true
    return false
  })
}

function speaksOf(message: NaiveMessage, order: NaiveOrder): boolean {
  if (message.package !== null) return message.package.toUpperCase() === order.package
  const words = plain(message.text).split(' ')
  const name = order.package.toLowerCase()
  return words.some((word) => word === name || word.endsWith(`${order.phone}${name}`))
}

/** The id of the order: the oldest with the same amount, else the oldest; null if none is waiting. */
export function naiveProposal(message: NaiveMessage, orders: readonly NaiveOrder[]): string | null {
  if (message.decided || message.used) return null
  const meets = (order: NaiveOrder): boolean =>
    order.kind === 'sim'
      ? order.amount === message.money && names(message.text, order)
      : order.phone === message.phone && speaksOf(message, order)
  const meeting = orders
    .filter((order) => order.waits && meets(order))
    .toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
  return (meeting.find(({ amount }) => amount === message.money) ?? meeting[0])?.id ?? null
}
