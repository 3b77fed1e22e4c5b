/** The whole page: theme, cache, session, and the public or signed-in screen of the address. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#kit/web/query.ts'
import { Routes } from './shell/routes.tsx'
import { ConfirmHost } from './shell/confirm-host.tsx'
import { BlockingOverlay } from './shell/overlay.tsx'
import { Toasts } from './shell/toasts.tsx'
import { styleNonce } from '#platform/web/theme/style-nonce.ts'
import { theme, variables } from '#platform/web/theme/theme.ts'

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Routes />
        <ConfirmHost />
        <BlockingOverlay />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}
