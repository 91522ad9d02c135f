import type { Page } from '@playwright/test'

export const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
export const sidebarNav = (page: Page) => sidebar(page).getByRole('navigation')
export const topBar = (page: Page) => page.getByRole('banner')
/** Beside the category; the drawer of small screens, in the top bar too, has a switch of its own. */
export const modeLabel = (page: Page) =>
  topBar(page)
    .getByText(/^(Test|Live) Mode$/)
    .and(page.locator(':not(dialog *)'))
