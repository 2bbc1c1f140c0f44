import type { MotifName } from './motifs';

/** Motifs by document. Unlisted documents get their vertical's motif. */
const motifs: Record<string, MotifName> = {
  'atlas-de-ecografia-clinica': 'fan',
  'electrocardiografia-paso-a-paso': 'pulse',
  'manual-de-urgencias': 'clock',
  'comprender-el-dolor-cronico': 'ripples',
  'epidemiologia-para-clinicos': 'dots',
  'reading-clinical-trials': 'scales',
  'trauma-y-vinculo': 'bonds',
  'neuropsicologia-de-lo-cotidiano': 'maze',
  'terapia-familiar-breve': 'houses',
  'crecer-con-calma': 'sprout',
  'medicina-felina': 'cat',
  'cirugia-de-tejidos-blandos': 'stitches',
  'comportamiento-canino': 'paw',
  'una-sola-salud': 'globe',

  'ecg-en-urgencias': 'pulse',
  'ventilacion-mecanica-basica': 'curves',
  'bioestadistica-sin-miedo': 'bars',
  'comunicar-malas-noticias': 'speech',
  'primeros-auxilios-psicologicos': 'embrace',
  'mindfulness-para-sanitarios': 'lotus',
  'entrevista-motivacional': 'speech',
  'evaluacion-del-tdah': 'spiral',
  'dermatologia-canina-y-felina': 'hexagons',
  'anestesia-en-pequenos-animales': 'moon',
  'nutricion-felina': 'bowl',
  'telemedicina-en-atencion-primaria': 'screen',
  'repaso-intensivo-residencia': 'mountain',
  'experto-en-cardiologia-clinica': 'heart',
  'programa-dolor-y-paliativos': 'ripples',
  'experto-en-ecografia': 'fan',
  'terapias-contextuales': 'bonds',
  'psicologia-perinatal': 'embrace',
  'neuropsicologia-clinica': 'maze',
  'etologia-clinica': 'paw',
  'clinica-equina': 'horseshoe',
  'taller-de-suturas': 'stitches',
  'simulacion-parada-cardiaca': 'heart',
  'ecografia-abdominal-presencial': 'fan',
  'laparoscopia-veterinaria': 'eye',
  'odontologia-veterinaria': 'tooth',
  'animales-exoticos': 'spiral',

  'master-en-cardiologia': 'valve',
  'master-en-urgencias': 'clock',
  'master-en-salud-publica': 'dots',
  'master-en-gestion-sanitaria': 'steps',
  'master-en-psicoterapia': 'bonds',
  'master-en-neurociencia': 'network',
  'master-en-pequenos-animales': 'cat',
  'master-en-bienestar-animal': 'sprout',
  'bono-formacion': 'gift',

  'guardia-de-noche': 'moon',
  'a-corazon-abierto': 'heart',
  'imagenes-que-hablan': 'fan',
  'mente-en-construccion': 'network',
  'conversaciones-dificiles': 'speech',
  'dormir-mejor': 'moon',
  'la-consulta-felina': 'cat',
  'puertas-del-quirofano': 'eye',
  'historias-clinicas': 'maze',

  'ecg-en-directo': 'pulse',
  'hablar-de-suicidio': 'embrace',
  'quirofano-abierto': 'stitches',
  'congreso-simulacion': 'valve',
  'familias-y-pantallas': 'houses',
  'the-fearful-dog': 'paw',
};

const ofVertical: Record<string, MotifName> = {
  medicina: 'pulse',
  psicologia: 'bonds',
  veterinaria: 'paw',
};

export const motifFor = (key: string, vertical: string | undefined): MotifName =>
  motifs[key] ?? ofVertical[vertical ?? ''] ?? 'waves';

/** The appearance of a person. Portraits are drawn. */
export type Person = {
  skin: string;
  hair: string;
  style: 'short' | 'bob' | 'long' | 'bun' | 'curly' | 'bald' | 'side';
  beard?: boolean;
  glasses?: boolean;
};

export const people: Record<string, Person> = {
  'elena-ruiz-santamaria': { skin: '#eec1a0', hair: '#4a2b20', style: 'bob' },
  'martin-oyarzabal': { skin: '#e3ad86', hair: '#2c211d', style: 'short', beard: true },
  'nuria-vidal-costa': { skin: '#f1c9ab', hair: '#a8552c', style: 'bun', glasses: true },
  'tomas-iglesias-prado': { skin: '#e8b792', hair: '#9a9a9c', style: 'side', glasses: true },
  'amelie-laurent': { skin: '#f3d0b5', hair: '#caa05a', style: 'long' },
  'jorge-benitez-lara': { skin: '#d39b72', hair: '#3a2a22', style: 'short' },
  'carmen-albarracin': { skin: '#e9b691', hair: '#8d8a8c', style: 'bob', glasses: true },
  'david-okafor': { skin: '#7c4a2d', hair: '#1b1512', style: 'short', beard: true },
  'irene-salgado-moya': { skin: '#edbf9c', hair: '#2a1c18', style: 'long' },
  'pablo-ferrandiz': { skin: '#e6b08a', hair: '#5b3a26', style: 'curly', beard: true },
  'lucia-etxeberria': { skin: '#f0c6a6', hair: '#6b2d22', style: 'bob', glasses: true },
  'hugh-whitmore': { skin: '#f2cdb4', hair: '#d7c3a0', style: 'bald', beard: true },
  'beatriz-nunez-penalver': { skin: '#d9a27a', hair: '#2f1e17', style: 'curly' },
  'andres-quiroga': { skin: '#c98d64', hair: '#241a16', style: 'side' },
  'sofia-marchetti': { skin: '#efc3a1', hair: '#7a4a2b', style: 'bun' },
  'gonzalo-arrieta': { skin: '#e5af88', hair: '#6f6a68', style: 'short', beard: true },
  'marta-cienfuegos': { skin: '#efc2a0', hair: '#1f1715', style: 'bun', glasses: true },
  'oliver-brandt': { skin: '#f3cfb3', hair: '#c48a4a', style: 'side', beard: true },
  'ines-caballero': { skin: '#dba77f', hair: '#4b2d1e', style: 'long' },
  'rocio-dominguez-pla': { skin: '#c68a62', hair: '#1d1512', style: 'curly' },
  'samuel-kerrigan': { skin: '#f1cbb0', hair: '#e3e0da', style: 'side', glasses: true },
};
