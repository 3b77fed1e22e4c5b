/** The whole page: theme, cache, session, and the public or signed-in screen of the address. */
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastTime } from './kit/feedback.ts'
import { queryClient } from './kit/query.ts'
import { Routes } from './shell/routes.tsx'
import { ConfirmHost } from './shell/confirm-host.tsx'
import { BlockingOverlay } from './shell/overlay.tsx'
import { startShell } from './shell/start.ts'
import { theme, variables } from './theme/theme.ts'
import toastCss from './shell/toast.module.css'

export function App() {
  useEffect(startShell, [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Routes />
        <ConfirmHost />
        <BlockingOverlay />
        <Notifications
          position="bottom-left"
          autoClose={toastTime.container}
          limit={4}
          zIndex={500}
          classNames={{ root: toastCss.host ?? '' }}
        />
      </QueryClientProvider>
    </MantineProvider>
  )
}
