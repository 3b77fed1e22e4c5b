/** The title of the browser tab. */
import { useEffect } from 'react'
import { useShown } from './shown.ts'

/** 'screen - application', or the application alone. */
export function useTitle(screen?: string): void {
  const title = useShown('app.title')
  useEffect(() => {
    document.title = screen === undefined ? title : `${screen} - ${title}`
  }, [screen, title])
}
