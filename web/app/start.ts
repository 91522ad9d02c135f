import { applyTheme } from '../ui/apply-theme.ts'

/**
 * Starts the app on a page that was rendered at the build, when the browser has painted it. The page can be read without the app, and on
 * a slow connection its scripts would delay the styles and the font.
 */
applyTheme()
const { scripts = '' } = document.getElementById('root')!.dataset
const [entry = '', ...others] = scripts.split(' ')
let isStarted = false

function start() {
  if (isStarted) return
  isStarted = true
  for (const href of others) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
  void import(/* @vite-ignore */ entry)
}

/** For browsers that do not report the paint, and pages that are opened in the background. */
const longestWaitMs = 300

new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
addEventListener('load', () => setTimeout(start, longestWaitMs))
