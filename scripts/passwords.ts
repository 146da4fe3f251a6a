/** Writes provider/passwords/common.txt, the passwords that the local range service refuses. */
import { writeFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { listFile, listText } from '../provider/passwords/commonPasswords.ts';

writeFileSync(listFile, listText(dictionary['passwords-common']));
