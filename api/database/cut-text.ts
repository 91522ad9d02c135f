/** The first characters of a text. Half of a pair is not kept at its end: PostgreSQL stores no lone surrogate in JSON. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
