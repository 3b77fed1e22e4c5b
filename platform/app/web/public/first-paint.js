// Sets colour scheme, own colours and title before the first paint; in its own file because inline scripts are not
// allowed. web/theme/look.ts stores what is read here, and sets the same once the page runs.
;(() => {
  // The only place where a script can read the page's nonce; the scroll lock of dialogs looks for it by this name.
  window.__webpack_nonce__ = document.currentScript.nonce
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage can be switched off; then the system setting applies.
      return null
    }
  }
  const keptLook = () => {
    try {
      return JSON.parse(kept('look')) ?? {}
    } catch {
      // Foreign or truncated: the page looks as by default until it runs.
      return {}
    }
  }
  const page = document.documentElement
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const chosen = kept('mantine-color-scheme-value')
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  page.setAttribute('data-mantine-color-scheme', scheme)
  const look = keptLook()
  for (const part of ['primary', 'ground']) {
    if (!/^#[\dA-F]{6}$/.test(look[part])) continue
    page.setAttribute(`data-own-${part}`, '')
    page.style.setProperty(`--own-${part}`, look[part])
  }
  if (typeof look.title === 'string') document.title = look.title
})()
