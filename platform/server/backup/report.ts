/** One-page report about a verified backup, in Vietnamese and English. */
import type { CheckName, Report } from './verify-backup.ts'

const names: Record<CheckName, string> = {
  files: 'Tệp đúng như lúc sao lưu / Files as written',
  recovery: 'Khởi động lại được / Database recovers',
  figures: 'Số liệu khớp / Counts and sums match',
  invariants: 'Quy tắc dữ liệu / Invariants hold',
  trail: 'Nhật ký đúng niêm phong / Audit log as sealed',
  pages: 'Trang dữ liệu và chỉ mục / Pages and indexes',
}

const MOST = 10

function problemLines(problems: string[]): string[] {
  const listed = problems.slice(0, MOST).map((problem) => `        - ${problem}`)
  const hidden = problems.length - listed.length
  return hidden > 0 ? [...listed, `        … +${hidden}`] : listed
}

const headLines = (heads: Report['heads']): string[] => [
  'Niêm phong cuối mỗi giờ / Last seal of each hour',
  ...heads.map(({ hour, head }) => `  ${hour}  ${head}`),
  '',
]

export function reportText({ backup, manifest, checks, heads, passed, seconds }: Report): string {
  const lines = [
    'BIÊN BẢN KIỂM TRA BẢN SAO LƯU / BACKUP VERIFICATION REPORT',
    '',
    `Bản sao lưu / Backup       ${backup}`,
    `Thời điểm / Moment         ${manifest.moment}`,
    `PostgreSQL                 ${manifest.postgres}`,
    `Phiên bản dữ liệu / Schema ${manifest.migration}`,
    `Kiểm tra lúc / Verified    ${new Date().toISOString()} (${seconds.toFixed(1)} s)`,
    '',
  ]
  for (const { name, note, problems } of checks) {
    lines.push(`[${problems.length === 0 ? ' OK ' : 'FAIL'}] ${names[name]}${note && `: ${note}`}`)
    lines.push(...problemLines(problems))
  }
  lines.push(
    '',
    // Heads of a failed verification prove nothing (D3-TRL-04).
    ...(passed && heads.length > 0 ? headLines(heads) : []),
    passed ? 'KẾT LUẬN: DÙNG ĐƯỢC / RESULT: USABLE' : 'KẾT LUẬN: KHÔNG DÙNG ĐƯỢC / RESULT: NOT USABLE',
    '',
  )
  return lines.join('\n')
}
