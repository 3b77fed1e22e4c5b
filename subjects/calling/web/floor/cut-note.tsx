/** Says that the list does not contain everybody (D3-FLR-05). */
import { mostFloorPeople, type Floor } from '#subjects/calling/contract/calls/floor.ts'
import css from './floor.module.css'

export const CutNote = ({ floor }: { floor: Floor }) =>
  floor.more && (
    <p className={css.cut}>
      Chỉ hiện {mostFloorPeople} người cần xem trước: tổng tính trên tất cả, dòng nhóm chỉ tính người đang
      hiện. Chọn một nhóm để xem đủ.
    </p>
  )
