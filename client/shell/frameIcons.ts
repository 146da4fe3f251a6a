/** Icons used only in the page's frame, which only the server renders; on the same grid as `iconPaths`. */
export const frameIcons = {
  check: 'M5 12.500l4.5 4.500L19 7.5',
  language: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  system: 'M3 5h18v11H3ZM9 20h6M12 16v4',
} as const;
