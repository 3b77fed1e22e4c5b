/** 'Phần quyền data': the files and days from which a branch, leader or salesperson receives numbers (D1-DPERM). */
import { useCan } from '#kit/web/session.ts'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { WhyButton } from '#subjects/calling/web/index.ts'
import { sections, useChoices } from './permission-options.ts'
import { PermissionSection } from './permission-section.tsx'
import css from './permission.module.css'

/** The sections the caller may set, side by side. */
export default function PermissionScreen() {
  const allowed = useCan()
  const { choices, error, retry } = useChoices()
  const visibleSections = sections.filter(({ may }) => allowed(may))
  return (
    <>
      <ScreenHead title="Phần quyền data">
        <WhyButton />
      </ScreenHead>
      {choices === undefined && error ? (
        <ErrorNote error={error} retry={retry} />
      ) : (
        <div className={css.sections} aria-busy={choices === undefined}>
          {choices &&
            visibleSections.map((section) => (
              <PermissionSection key={section.level} section={section} choices={choices} />
            ))}
        </div>
      )}
    </>
  )
}
