/** From address to screen: public pages, the sign-in, the shell; by one table in platform/contract/screens.ts. */
import { Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { homeRoute, screenOfRoute } from '#platform/contract/screens.ts'
import { session } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import {
  ChangePasswordScreen,
  FactorScreen,
  LoginScreen,
  LogoutScreen,
  NotFoundScreen,
  RegisterScreen,
} from '../session/outside.tsx'
import { Shell } from './shell.tsx'
import { Starting } from './starting.tsx'

const isKnownPath = (path: string): boolean => path === homeRoute || screenOfRoute(path) !== undefined

/** The signed-in page. After the session ended it stays under the sign-in, at the address /login. */
function SignedIn({ path, search, expired }: { path: string; search: string; expired: boolean }) {
  const here = isKnownPath(path) ? { path, search } : null
  const [lastPlace, setLastPlace] = useState(here ?? { path: homeRoute, search: '' })
  const [, navigate] = useLocation()
  if (!expired && here && (here.path !== lastPlace.path || here.search !== lastPlace.search))
    setLastPlace(here)
  useEffect(() => {
    if (expired) navigate('/login', { replace: true })
    else if (path === '/login')
      navigate(lastPlace.search ? `${lastPlace.path}?${lastPlace.search}` : lastPlace.path, { replace: true })
  }, [expired, path, lastPlace, navigate])
  return (
    <>
      <Shell path={lastPlace.path} search={lastPlace.search} />
      {expired && (
        <Suspense fallback={null}>
          <LoginScreen over />
        </Suspense>
      )}
    </>
  )
}

function Guarded({ path, search }: { path: string; search: string }) {
  const state = useStore(session)
  if (state.status === 'loading') return <Starting />
  if (state.status === 'none') return path === '/login' ? <LoginScreen /> : <Redirect to="/login" replace />
  if (state.status === 'in' && state.bar)
    return state.bar === 'FACTOR_SETUP' ? <FactorScreen /> : <ChangePasswordScreen />
  return <SignedIn key={state.actor.id} path={path} search={search} expired={state.status === 'expired'} />
}

function PageOf({ path }: { path: string }) {
  const search = useSearch()
  if (path === '/') return <Redirect to={homeRoute} replace />
  if (path === '/logout' || path === '/refresh-cache') return <LogoutScreen />
  if (path === '/register') return <RegisterScreen />
  if (path === '/404') return <NotFoundScreen />
  if (path !== '/login' && !isKnownPath(path)) return <Redirect to="/404" replace />
  return <Guarded path={path} search={search} />
}

/** The page of the address; an unknown one goes to /404 (D1-ROUTE-07 to 10). */
export function Routes() {
  const [path] = useLocation()
  return (
    <Suspense fallback={<Starting />}>
      <PageOf path={path} />
    </Suspense>
  )
}
