/** Script of the documentation: copy buttons, one language for all samples, and `/` to focus the search. */
for (const element of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = element.querySelector('button')
  const label = button?.querySelector('span')
  if (!button || !label) continue
  element.hidden = false
  const before = label.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(element.parentElement?.querySelector('pre')?.textContent.trim() ?? '')
    label.textContent = label.dataset.copied!
    setTimeout(() => {
      label.textContent = before
    }, 1_000)
  })
}

const languages = document.querySelectorAll<HTMLInputElement>('input[name^="language-"]')

function choose(language: string | null) {
  for (const input of languages) if (input.value === language) input.checked = true
}
const languageEntry = 'docs-language'
try {
  choose(localStorage.getItem(languageEntry))
} catch {
  // Storage is blocked: the choice holds for this page only.
}
for (const input of languages)
  input.addEventListener('change', () => {
    choose(input.value)
    try {
      localStorage.setItem(languageEntry, input.value)
    } catch {
      // See above.
    }
  })

addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey || event.altKey) return
  event.preventDefault()
  document.getElementById('docs-q')?.focus()
})
