declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}

declare module 'subset-font' {
  /** Makes a font with some characters alone. @param text the characters */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; noLayoutClosure: boolean },
  ): Promise<Buffer>;
}
