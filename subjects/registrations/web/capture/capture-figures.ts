/** The steps of the care funnel, added up from the rows of the capture report. */

type Sums = Readonly<Record<string, unknown>>

export type Step = {
  label: string
  count: number
  /** Figure of the report whose calls a click opens; undefined if no list shows them. */
  figure?: string
}

/** The funnel: received, answered, reached (all but no answer and unreachable), agreed. */
export function stepsOf(sums: Sums): Step[] {
  const sumOf = (name: string): number => Number(sums[name] ?? 0)
  const returned = sumOf('so_tra_ket_qua')
  return [
    { label: 'Nhận số', count: sumOf('da_nhan_so') },
    { label: 'Trả kết quả', count: returned, figure: 'so_tra_ket_qua' },
    { label: 'Gặp khách', count: returned - sumOf('khong_nghe_may') - sumOf('khong_lien_lac_duoc') },
    { label: 'Đồng ý', count: sumOf('chap_nhan'), figure: 'chap_nhan' },
  ]
}
