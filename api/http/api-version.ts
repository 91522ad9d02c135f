/**
 * Day of the last entry of the changelog (`web/site/docs/guides/changelog.md`), in the `adire-version` header of every response. The API
 * only grows, so that a client does not choose a version.
 */
export const apiVersion = '2026-11-30'
