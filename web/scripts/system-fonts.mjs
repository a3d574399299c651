// The fonts that a system brings, by the generic family that they stand for:
// those of Windows and Apple first, then Android's, then those of a bare Linux;
// each in the weights that it comes in.
//
// Names are those that local() looks up: full names and PostScript names, both
// where versions of a font differ. Widths are the advances of the space and of
// a to z, in units per em, from the fonts' hmtx tables. Arial and Times New Roman
// have those of Liberation and of Arimo and Tinos, which are made to agree.
//
// Where Roboto is a variable font, local() may find no bold face; the regular
// one, 1.3 % narrower, is better than another font.
export const signs = [...' abcdefghijklmnopqrstuvwxyz'];

export const systemFonts = {
  'sans-serif': [
    {
      400: {
        local: ['Arial', 'Liberation Sans', 'Arimo'],
        em: 1000,
        widths: [
          278, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556,
          500, 722, 500, 500, 500,
        ],
      },
      700: {
        local: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'],
        em: 1000,
        widths: [
          278, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611,
          556, 778, 556, 556, 500,
        ],
      },
    },
    {
      400: {
        local: ['Roboto', 'Roboto-Regular'],
        em: 2048,
        widths: [
          508, 1114, 1150, 1072, 1155, 1086, 712, 1150, 1128, 498, 490, 1038, 498, 1796, 1131, 1168, 1150, 1164, 694,
          1057, 670, 1129, 992, 1539, 1016, 969, 1016,
        ],
      },
      700: {
        local: ['Roboto-Bold', 'Roboto', 'Roboto-Regular'],
        em: 2048,
        widths: [
          509, 1096, 1152, 1067, 1153, 1106, 733, 1170, 1147, 542, 533, 1094, 542, 1774, 1148, 1156, 1152, 1155, 750,
          1052, 693, 1147, 1037, 1504, 1042, 1031, 1042,
        ],
      },
    },
    {
      400: {
        local: ['DejaVu Sans'],
        em: 2048,
        widths: [
          651, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253, 1300, 1300, 842,
          1067, 803, 1298, 1212, 1675, 1212, 1212, 1075,
        ],
      },
      700: {
        local: ['DejaVu Sans Bold'],
        em: 2048,
        widths: [
          713, 1382, 1466, 1214, 1466, 1389, 891, 1466, 1458, 702, 702, 1362, 702, 2134, 1458, 1407, 1466, 1466, 1010,
          1219, 979, 1458, 1335, 1892, 1321, 1335, 1192,
        ],
      },
    },
  ],
  serif: [
    {
      400: {
        local: ['Times New Roman', 'Liberation Serif', 'Tinos'],
        em: 1000,
        widths: [
          250, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500,
          500, 722, 500, 500, 444,
        ],
      },
      700: {
        local: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'],
        em: 1000,
        widths: [
          250, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389, 333, 556,
          500, 722, 500, 500, 444,
        ],
      },
    },
    {
      400: {
        local: ['Noto Serif', 'NotoSerif-Regular'],
        em: 1000,
        widths: [
          260, 563, 614, 492, 614, 535, 369, 538, 635, 320, 300, 585, 310, 945, 645, 577, 614, 614, 471, 451, 352, 635,
          579, 862, 578, 565, 511,
        ],
      },
      700: {
        local: ['Noto Serif Bold'],
        em: 1000,
        widths: [
          260, 600, 649, 527, 649, 572, 407, 560, 667, 352, 345, 637, 352, 986, 667, 614, 645, 648, 523, 481, 405, 667,
          606, 856, 646, 579, 529,
        ],
      },
    },
    {
      400: {
        local: ['DejaVu Serif'],
        em: 2048,
        widths: [
          651, 1221, 1311, 1147, 1311, 1212, 758, 1311, 1319, 655, 635, 1241, 655, 1942, 1319, 1233, 1311, 1311, 979,
          1051, 823, 1319, 1157, 1753, 1155, 1157, 1079,
        ],
      },
      700: {
        local: ['DejaVu Serif Bold'],
        em: 2048,
        widths: [
          713, 1327, 1432, 1247, 1432, 1303, 881, 1432, 1489, 778, 741, 1419, 778, 2167, 1489, 1366, 1432, 1432, 1079,
          1153, 946, 1489, 1190, 1763, 1221, 1190, 1163,
        ],
      },
    },
  ],
};
