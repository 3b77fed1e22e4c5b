/** The title of the browser tab. */
import { useEffect } from 'react'
import { usePublicSetting } from '#kit/web/public-settings.ts'

/** 'screen - application', or the application alone. */
export function useTitle(screen?: string): void {
  const title = usePublicSetting('app.title')
  useEffect(() => {
    document.title = screen === undefined ? title : `${screen} - ${title}`
  }, [screen, title])
}
