import type { Page } from '@playwright/test'

/** States of a screen: of the demo business, of a new one, before responses, after failed ones, with long texts and large amounts. */
export const states = ['data', 'empty', 'loading', 'error', 'long'] as const
export type State = (typeof states)[number]

/** Takes pictures of what is shown, in all widths and themes. */
export type Look = (step: string) => Promise<void>

export interface PictureScreen {
  /** Name of its files. */
  name: string
  path: string
  /** What a person does from there on, also on other pages, and where pictures are taken. Without it, one is taken of the page itself. */
  walk?(page: Page, look: Look): Promise<unknown>
}

/** Screens of one kind of user: what `--kind` selects. */
export interface PictureKind {
  /** States in which its screens differ. */
  states: readonly State[]
  /** Screens of a state. */
  listScreens(url: string, state: State): Promise<PictureScreen[]>
  /** Starts a product for it, instead of the running one. */
  open?(): Promise<{ url: string; close(): Promise<void> }>
  /** Opens the session in which the screens are seen. */
  signIn?(page: Page, url: string, state: State): Promise<unknown>
  /** A screen without data of its own: what it requests is requested by every screen, and neither held back nor made to fail. */
  framePath?: string
  /** In the empty state, lists of responses lose their entries: nobody is signed in who has none. */
  emptiesLists?: true
  /** A browser that runs no script. */
  withoutScript?: true
}

/** `/payment-link/:id/edit` is in files called `payment-link-id-edit`. */
export const nameOf = (path: string) => path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'sign-in'
