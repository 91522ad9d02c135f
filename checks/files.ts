import { execFileSync } from 'node:child_process'

/** Files of the repository and new files, as paths from the root; `patterns` as git takes them, none for all files. */
export const listFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
