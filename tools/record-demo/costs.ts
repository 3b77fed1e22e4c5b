/** Expenses of the demo's offices, and who makes them. */
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'

export type CostItem = {
  contents: readonly [string, ...string[]]
  /** Lowest and highest unit price in đồng, and the price step. */
  price: readonly [number, number]
  step: number
  quantity: readonly [number, number]
  /** Whether halves such as 2.5 are common. */
  halves?: true
}

const [first = '', ...others] = demoAccounts
  .filter(({ priority }) => priority >= 2 && priority <= 4)
  .map(({ fullname }) => fullname)
/** Managers, branches and leaders, who pay for their people. */
export const performers: readonly [string, ...string[]] = [first, ...others]

export const costItems: readonly [CostItem, ...CostItem[]] = [
  { contents: ['Tiền điện văn phòng'], price: [2_300, 3_300], step: 10, quantity: [180, 720] },
  { contents: ['Tiền nước', 'Nước uống đóng bình'], price: [12_000, 22_000], step: 200, quantity: [12, 40] },
  {
    contents: ['Cước internet', 'Cước điện thoại bàn'],
    price: [220_000, 480_000],
    step: 1000,
    quantity: [1, 2],
  },
  {
    contents: ['Thuê tổng đài gọi ra', 'Gia hạn phần mềm tổng đài'],
    price: [1_400_000, 2_400_000],
    step: 10_000,
    quantity: [1, 1],
  },
  {
    contents: ['Nạp cước SIM gọi', 'Mua SIM thử nghiệm'],
    price: [50_000, 100_000],
    step: 5000,
    quantity: [4, 20],
  },
  {
    contents: ['Văn phòng phẩm', 'Giấy in, mực in'],
    price: [35_000, 120_000],
    step: 1000,
    quantity: [2, 15],
  },
  {
    contents: ['In tờ rơi', 'In phiếu khảo sát khách hàng'],
    price: [600, 1_500],
    step: 20,
    quantity: [300, 1200],
  },
  {
    contents: ['Tai nghe cho nhân viên', 'Thay chuột, bàn phím'],
    price: [150_000, 420_000],
    step: 5000,
    quantity: [1, 6],
  },
  {
    contents: ['Bảo trì máy tính', 'Vệ sinh điều hoà'],
    price: [200_000, 350_000],
    step: 10_000,
    quantity: [1, 8],
  },
  {
    contents: ['Đào tạo nhân viên mới', 'Đào tạo kỹ năng chốt đơn'],
    price: [600_000, 1_800_000],
    step: 50_000,
    quantity: [1, 3],
    halves: true,
  },
  {
    contents: ['Làm thêm giờ gọi bù chỉ tiêu', 'Thuê cộng tác viên theo ngày'],
    price: [180_000, 320_000],
    step: 10_000,
    quantity: [1, 6],
    halves: true,
  },
  {
    contents: ['Thưởng nóng thi đua tuần', 'Liên hoan nhóm đạt chỉ tiêu'],
    price: [200_000, 900_000],
    step: 50_000,
    quantity: [1, 5],
  },
  {
    contents: ['Gửi xe nhân viên', 'Taxi đi làm việc với nhà mạng'],
    price: [60_000, 180_000],
    step: 5000,
    quantity: [1, 12],
  },
]

export const supportItems: readonly [CostItem, ...CostItem[]] = [
  {
    contents: ['Hỗ trợ tiền ăn ca tối', 'Hỗ trợ ăn trưa'],
    price: [25_000, 40_000],
    step: 1000,
    quantity: [5, 40],
  },
  {
    contents: ['Hỗ trợ xăng xe đi nhà mạng', 'Hỗ trợ gửi xe'],
    price: [30_000, 120_000],
    step: 5000,
    quantity: [1, 12],
  },
  {
    contents: ['Bù tiền khách đăng ký nhầm gói', 'Hỗ trợ khách nạp thẻ lỗi'],
    price: [10_000, 120_000],
    step: 10_000,
    quantity: [1, 3],
  },
  {
    contents: ['Hỗ trợ nhân viên mới tháng đầu'],
    price: [500_000, 1_500_000],
    step: 100_000,
    quantity: [1, 4],
  },
]

export const otherItems: readonly [CostItem, ...CostItem[]] = [
  {
    contents: ['Phí chuyển khoản ngân hàng', 'Phí duy trì tài khoản'],
    price: [1_100, 22_000],
    step: 1100,
    quantity: [1, 60],
  },
  {
    contents: ['Quà sinh nhật nhân viên', 'Hoa chúc mừng'],
    price: [200_000, 500_000],
    step: 50_000,
    quantity: [1, 4],
  },
  {
    contents: ['Phúng viếng', 'Thăm ốm nhân viên'],
    price: [300_000, 1_000_000],
    step: 100_000,
    quantity: [1, 1],
  },
  {
    contents: ['Tiếp khách nhà mạng', 'Sửa chữa cửa kính'],
    price: [400_000, 2_500_000],
    step: 50_000,
    quantity: [1, 2],
  },
]
