/**
 * SQL: a text as lists are sorted by it, without regard to case and accents, so that "Ọlá" stands beside "Ola". The hooked letters of
 * Hausa have no accent to take away. `to_search_text` is the function of the search.
 */
export const sortText = (expression: string) => `translate(to_search_text(${expression}), 'ɓɗƙƴ', 'bdky') collate "C"`
