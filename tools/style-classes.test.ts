/** Classes that a component and its style module do not share are found. */
import { expect, test } from 'vitest'
import { classProblems } from './style-classes.ts'

const problems = (component: string, css: string) =>
  classProblems(
    new Map([
      ['kit/web/a/row.tsx', `import css from './row.module.css'\n${component}`],
      ['kit/web/a/row.module.css', css],
    ]),
  )

test('a class missing in its module and one that is not used are reported', () => {
  expect(problems('<td className={css.distributed} />', '.handed { flex: 1.5 } /* .distributed */')).toEqual([
    `kit/web/a/row.tsx: kit/web/a/row.module.css has no class 'distributed'`,
    `kit/web/a/row.module.css: nothing names the class 'handed'`,
  ])
})

test('used classes, by name or by a variable, are accepted', () => {
  expect(problems('css.row', '@media (width < 1px) { tr[data-on] .row:hover { inset: 0.5px } }')).toEqual([])
  expect(problems('css[tone]', '.red { } .green { }')).toEqual([])
})
