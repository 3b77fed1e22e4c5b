/** Packages of the simulated carrier. */

export type CataloguePackage = {
  code: string
  /** đồng for one cycle. */
  price: number
  /** Days of one cycle. */
  days: number
  /** Benefits, as in messages about it. */
  gives: string
}

export const catalogue: readonly [CataloguePackage, ...CataloguePackage[]] = [
  { code: 'VD90', price: 90_000, days: 30, gives: '1GB/ngày, miễn phí gọi nội mạng dưới 10 phút' },
  { code: 'VD120', price: 120_000, days: 30, gives: '1,5GB/ngày, 50 phút gọi ngoại mạng' },
  { code: 'VD149', price: 149_000, days: 30, gives: '4GB/ngày, 80 phút gọi ngoại mạng' },
  { code: 'BIG70', price: 70_000, days: 30, gives: '10GB/tháng' },
  { code: 'BIG90', price: 90_000, days: 30, gives: '1GB/ngày' },
  { code: 'BIG120', price: 120_000, days: 30, gives: '2GB/ngày' },
  { code: 'D15', price: 70_000, days: 30, gives: '3,8GB/tháng' },
  { code: 'D60G', price: 120_000, days: 30, gives: '2GB/ngày, 1.500 phút nội mạng' },
  { code: 'MAX100', price: 100_000, days: 30, gives: '30GB/tháng' },
  { code: 'MAX200', price: 200_000, days: 30, gives: '60GB/tháng' },
  { code: 'YOLO100V', price: 100_000, days: 30, gives: '1GB/ngày, không giới hạn mạng xã hội' },
  { code: 'VD90-3T', price: 270_000, days: 90, gives: '1GB/ngày trong 3 tháng' },
  { code: 'BIG90-6T', price: 540_000, days: 180, gives: '1GB/ngày trong 6 tháng' },
  { code: 'D60G-12T', price: 1_440_000, days: 360, gives: '2GB/ngày trong 12 tháng' },
]
