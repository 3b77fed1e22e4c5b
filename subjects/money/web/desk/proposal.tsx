/** The proposed order of a bank message, accepted by one key (D3-QR-02). */
import type { DeskProposal } from '#subjects/money/contract/calls/desk.ts'
import { useKeys } from '#kit/web/keys.ts'
import { refresh } from '#kit/web/query.ts'
import { markOwn } from '#kit/web/resource/held-rows.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { acceptProposal } from '../transfers/accept-proposal.ts'
import { deskKey, type Item } from './use-desk.ts'
import css from './evidence.module.css'

/** The key is C. */
export function Proposal({ item, proposal }: { item: Item; proposal: DeskProposal }) {
  const take = async (): Promise<void> => {
    if (await acceptProposal(proposal)) markOwn([item.id])
    await refresh(deskKey)
  }
  const press = (): void => void take()
  useKeys({ C: press })
  return (
    <p className={css.proposal}>
      <span>Đề xuất</span>
      <b>{proposal.de_xuat}</b>
      <Button small keys="C" onClick={press}>
        Ghi nhận
      </Button>
    </p>
  )
}
