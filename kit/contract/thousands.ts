/** A count or an amount in đồng with a comma after each thousand: 1,740,000. */
export const thousands = (value: number): string => value.toLocaleString('en-US')
