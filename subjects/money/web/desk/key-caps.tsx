/** The keys of the desk as hints. */
import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import css from './desk.module.css'

const caps = [
  { keys: ['J', 'K'], word: 'đổi đơn' },
  { keys: ['Space'], word: 'chọn' },
  { keys: ['A'], word: 'duyệt' },
  { keys: ['R'], word: 'từ chối' },
  { keys: ['Enter'], word: 'mở' },
]

/** Wide screens only. */
export const KeyCaps = () => (
  <span className={css.caps} aria-hidden>
    {caps.map(({ keys, word }) => (
      <span key={word}>
        {keys.map((key) => (
          <Fragment key={key}>
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
        {word}
      </span>
    ))}
  </span>
)
