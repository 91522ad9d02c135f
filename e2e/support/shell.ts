import type { Page } from '@playwright/test'

export const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
export const sidebarNav = (page: Page) => sidebar(page).getByRole('navigation')
export const topBar = (page: Page) => page.getByRole('banner')
/** Mode label beside the category. The drawer of small screens, also in the top bar, has its own switch. */
export const modeLabel = (page: Page) =>
  topBar(page)
    .getByText(/^(Test|Live) Mode$/)
    .and(page.locator(':not(dialog *)'))
