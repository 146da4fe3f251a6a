import { crc32 } from 'node:zlib';

/** The signature of an entry of a zip archive's directory. */
const entry = 0x02014b50;

/** Returns the files of a zip archive that does not compress them, by name. @throws Error if one is damaged */
export function unzip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('the archive has no end');
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === entry) {
    const [crc, size] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)];
    const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const head = archive.readUInt32LE(at + 42);
    const start = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28);
    const content = archive.subarray(start, start + size);
    if (crc32(content) !== crc) throw new Error(`${name} is damaged`);
    files[name] = content.toString();
    at += 46 + nameLength + extraLength;
  }
  return files;
}
