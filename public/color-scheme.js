// Sets the colour scheme before the first paint; a file of its own because inline scripts are not allowed.
;(() => {
  const kept = () => {
    try {
      return localStorage.getItem('mantine-color-scheme-value')
    } catch {
      // Storage can be switched off; then the system decides.
      return null
    }
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const chosen = kept()
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
